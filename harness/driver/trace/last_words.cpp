#include "harness/driver/host/run_watch.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::driver {

bool hear_last_words(const WaitForEnd& wait) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kGlance{50};
  constexpr Clock::duration kLongest = std::chrono::seconds(2), kAMoment = std::chrono::milliseconds(200);
  const Clock::time_point begun = Clock::now();
  while (!wait(kGlance)) {
    const bool unwanted = platform::PatientInterruption::asked();
    if (Clock::now() - begun >= (unwanted ? kAMoment : kLongest)) return false;
  }
  return true;
}

}  // namespace gcrucible::driver

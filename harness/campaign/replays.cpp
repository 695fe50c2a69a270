#include "harness/campaign/replays.h"

namespace gcrucible::campaign {

Replays play_until_shown(const Cause& cause, std::uint32_t most, const std::function<Trial()>& play,
                         const std::function<bool()>& is_over) {
  Replays replays{.last = play()};
  for (; replays.plays < most && !replays.last.has(cause) && !is_over(); ++replays.plays)
    replays.last = play();
  return replays;
}

}  // namespace gcrucible::campaign

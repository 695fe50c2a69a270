#include "bench/dotnet/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gcrucible::bench {

namespace {

constexpr std::uint64_t kOneIn = 100;
constexpr std::uint64_t kOwnObjects = 200;
constexpr std::uint64_t kOwnBytes = 64 << 10;
constexpr std::uint64_t kOwnCalls = 2;

// Callbacks that are delivered outside the collection but counted with it.
bool is_outside(const std::string& method) {
  static const std::set<std::string> kOutside{"Initialize", "LoadAsNotificationOnly", "HandleCreated",
                                              "HandleDestroyed", "Shutdown"};
  return kOutside.contains(method);
}

std::uint64_t calls_of(const Sample& sample, const std::string& method) {
  const auto found = sample.callbacks.find(method);
  return found == sample.callbacks.end() ? 0 : found->second;
}

}  // namespace

std::vector<std::string> disagreements(const Sample& simulated, const Sample& real) {
  std::vector<std::string> found;
  const auto compare = [&](const std::string& what, std::uint64_t ours, std::uint64_t theirs,
                           std::uint64_t own) {
    const std::uint64_t difference = ours < theirs ? theirs - ours : ours - theirs;
    if (difference <= std::max(theirs / kOneIn, own)) return;
    found.push_back(fmt::format("{}: {} simulated, {} under .NET", what, ours, theirs));
  };
  compare("moved ranges", simulated.moved_ranges, real.moved_ranges, kOwnObjects);
  compare("surviving ranges", simulated.surviving_ranges, real.surviving_ranges, kOwnObjects);
  compare("displaced bytes", simulated.displaced_bytes, real.displaced_bytes, kOwnBytes);
  compare("objects", simulated.objects, real.objects, kOwnObjects);
  compare("references", simulated.references, real.references, kOwnObjects);
  std::set<std::string> methods;
  for (const Sample* sample : {&simulated, &real}) {
    for (const auto& [method, calls] : sample->callbacks) {
      if (!is_outside(method)) methods.insert(method);
    }
  }
  for (const std::string& method : methods) {
    compare("calls of " + method, calls_of(simulated, method), calls_of(real, method), kOwnCalls);
  }
  return found;
}

}  // namespace gcrucible::bench

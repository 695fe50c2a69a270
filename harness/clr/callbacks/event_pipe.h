// The events of the runtime that a profiler listens to through EventPipe.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string_view>

#include "harness/abi/structures.h"
#include "harness/abi/types.h"

namespace gcrucible::clr {

inline constexpr std::u16string_view kRuntimeProvider = u"Microsoft-Windows-DotNETRuntime";

// Any thread may use it. There is one provider, the runtime's own, with one event: AllocationTick.
class EventPipe {
 public:
  // Returns the number of the new session, never 0.
  abi::EVENTPIPE_SESSION start(std::span<const abi::COR_PRF_EVENTPIPE_PROVIDER_CONFIG> providers);
  void stop(abi::EVENTPIPE_SESSION session);
  // Stopped sessions are known too.
  bool knows(abi::EVENTPIPE_SESSION session) const;
  // The number of sessions that listen to AllocationTick.
  std::uint32_t listening() const;

 private:
  mutable std::mutex mutex_;
  std::map<abi::EVENTPIPE_SESSION, bool> sessions_;  // whether the session listens
};

}  // namespace gcrucible::clr

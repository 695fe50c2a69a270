#include "harness/clr/callbacks/event_pipe.h"

#include <algorithm>

namespace gcrucible::clr {
namespace {

constexpr std::uint64_t kGcKeyword = 1;

bool wants_ticks(const abi::COR_PRF_EVENTPIPE_PROVIDER_CONFIG& provider) {
  return provider.providerName != nullptr && kRuntimeProvider == provider.providerName &&
         (provider.keywords & kGcKeyword) != 0 && provider.loggingLevel >= abi::COR_PRF_EVENTPIPE_VERBOSE;
}

}  // namespace

abi::EVENTPIPE_SESSION EventPipe::start(std::span<const abi::COR_PRF_EVENTPIPE_PROVIDER_CONFIG> providers) {
  const bool listens = std::ranges::any_of(providers, wants_ticks);
  const std::scoped_lock lock(mutex_);
  const abi::EVENTPIPE_SESSION session = sessions_.size() + 1;
  sessions_[session] = listens;
  return session;
}

void EventPipe::stop(abi::EVENTPIPE_SESSION session) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = sessions_.find(session); found != sessions_.end()) found->second = false;
}

bool EventPipe::knows(abi::EVENTPIPE_SESSION session) const {
  const std::scoped_lock lock(mutex_);
  return sessions_.contains(session);
}

std::uint32_t EventPipe::listening() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::uint32_t>(
      std::ranges::count_if(sessions_, [](const auto& each) { return each.second; }));
}

}  // namespace gcrucible::clr

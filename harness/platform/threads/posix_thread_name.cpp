#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>

#include "harness/platform/threads/posix_named_threads.h"
#include "harness/platform/threads/thread_name.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible::platform {
namespace {

using Name = std::array<std::uint64_t, 2>;

Name words_of(std::string_view text) {
  Name words{};
  std::memcpy(words.data(), text.data(), text.size() < sizeof words ? text.size() : sizeof words);
  return words;
}

// A name outlives its thread here, for threads that inherited it, until another thread needs the slot.
struct Slot {
  std::atomic<std::uint32_t> thread{0};
  std::array<std::atomic<std::uint64_t>, 2> name{};
};
constinit std::array<Slot, 256> slots;

// The slot of the calling thread, which becomes free when the thread ends.
class Claim {
 public:
  Claim() {
    for (Slot& each : slots) {
      std::uint32_t nobody = 0;
      if (!each.thread.compare_exchange_strong(nobody, thread_number())) continue;
      slot_ = &each;
      return;
    }
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    if (slot_ != nullptr) slot_->thread = 0;
  }

  void name(const Name& words) {
    if (slot_ == nullptr) return;
    for (std::size_t i = 0; i < words.size(); ++i) slot_->name[i] = words[i];
  }

 private:
  Slot* slot_ = nullptr;
};

}  // namespace

void name_this_thread(const char* name) {
#ifdef __APPLE__
  static_cast<void>(pthread_setname_np(name));
#else
  if (pthread_setname_np(pthread_self(), name) != 0) return;
  static thread_local Claim claim;
  claim.name(words_of(name));
#endif
}

bool is_named_here(std::uint32_t thread) {
  for (const Slot& each : slots) {
    if (each.thread == thread) return true;
  }
  return false;
}

bool is_name_from_here(std::string_view name) {
  const Name words = words_of(name);
  for (const Slot& each : slots) {
    if (!name.empty() && each.name[0] == words[0] && each.name[1] == words[1]) return true;
  }
  return false;
}

}  // namespace gcrucible::platform

#include <windows.h>

#include <utility>

#include "harness/platform/threads/thread_end.h"

namespace gcrucible::platform {
namespace {

struct Ending {
  void (*end)(void*);
  void* object;
  Ending* before;
};

// Called with the value of the slot, which the system passes when the thread ends, whatever the C++ library
// has already freed.
void WINAPI end_all(void* value) {
  auto* ending = static_cast<Ending*>(value);
  while (ending != nullptr) {
    ending->end(ending->object);
    delete std::exchange(ending, ending->before);
  }
}

DWORD slot() {
  static const DWORD allocated = FlsAlloc(end_all);
  return allocated;
}

}  // namespace

void at_thread_end(void (*end)(void*), void* object) {
  if (slot() == FLS_OUT_OF_INDEXES) return;
  auto* const before = static_cast<Ending*>(FlsGetValue(slot()));
  FlsSetValue(slot(), new Ending{end, object, before});
}

}  // namespace gcrucible::platform

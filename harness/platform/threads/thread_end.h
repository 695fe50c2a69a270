// Objects that are destroyed when the calling thread ends.
#pragma once

#include <memory>

namespace gcrucible::platform {

// Calls `end(object)` when the calling thread ends, the last registered first. The calls are ordered among
// the destructors of thread_local objects as if `object` were created now. Code that may run until the
// thread's end keeps objects with destructors here, and thread_local pointers to them. Reason: MinGW frees
// the memory of thread_local objects before it destroys them.
void at_thread_end(void (*end)(void*), void* object);

// The same for an object that is deleted when the thread ends. The pointer is valid until then.
template <typename T>
T* keep_for_thread(std::unique_ptr<T> object) {
  T* const kept = object.release();
  at_thread_end([](void* each) { delete static_cast<T*>(each); }, kept);
  return kept;
}

}  // namespace gcrucible::platform

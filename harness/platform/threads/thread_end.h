// What goes with the calling thread.
#pragma once

#include <memory>

namespace gcrucible::platform {

// Calls `end(object)` when the calling thread ends, the last one first; among the destructors of thread_local
// objects, as if `object` were one that is made now. Code that a thread may run up to its end keeps objects
// with destructors here, and thread_local pointers to them: MinGW frees the memory of thread_local objects
// before it destroys them.
void at_thread_end(void (*end)(void*), void* object);

// The same of an object that is deleted then. The pointer is good until that.
template <typename T>
T* keep_for_thread(std::unique_ptr<T> object) {
  T* const kept = object.release();
  at_thread_end([](void* each) { delete static_cast<T*>(each); }, kept);
  return kept;
}

}  // namespace gcrucible::platform

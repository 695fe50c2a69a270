#include <pthread.h>

#include "harness/platform/thread_name.h"

namespace gcrucible::platform {

void name_this_thread(const char* name) {
#ifdef __APPLE__
  static_cast<void>(pthread_setname_np(name));
#else
  static_cast<void>(pthread_setname_np(pthread_self(), name));
#endif
}

}  // namespace gcrucible::platform

// Objects that Info methods hand out with a reference, which the profiler must release.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

#include "harness/trace/journal.h"

namespace gcrucible::clr {

// The living enumerators. They share this ledger, because a profiler may release one after the CLR that made
// it is gone. Any thread may use it.
class HandedOut {
 public:
  // The enumerator's interface, and the method and line of the call that made it. A clone has its original's.
  struct Origin {
    std::string_view interface;
    std::string_view method;
    std::uint64_t line = 0;
  };

  HandedOut() = default;
  HandedOut(const HandedOut&) = delete;
  HandedOut& operator=(const HandedOut&) = delete;

  void made(const void* object, const Origin& origin);
  void gone(const void* object);
  // Call at the end of a run with a profiler. Writes a line `unreleased` for each method with more than one
  // living enumerator. A single one may be kept on purpose for the life of the process. CoreCLR does not
  // release a profiler at shutdown (ceemain.cpp), so the profiler has no occasion to release it.
  void report(trace::Journal& journal) const;

 private:
  mutable std::mutex mutex_;
  std::map<const void*, Origin> alive_;
};

}  // namespace gcrucible::clr

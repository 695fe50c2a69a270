// What Info methods hand out with a reference that the profiler has to give back.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

#include "harness/trace/journal.h"

namespace gcrucible::clr {

// The enumerators that are alive. Each of them shares this ledger, since a profiler may release one when the
// CLR that made it is gone. Any thread.
class HandedOut {
 public:
  // Whose enumerator it is, and the line of the call that made it; a clone has that of its original.
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
  // At the end of a run that had one: a line `unreleased` for each method more than one of whose are still
  // there. A single one may be kept on purpose as long as the process lives: CoreCLR releases no profiler at
  // shutdown (coreclr.md 7.3), so that nobody would give it back.
  void tell(trace::Journal& journal) const;

 private:
  mutable std::mutex mutex_;
  std::map<const void*, Origin> alive_;
};

}  // namespace gcrucible::clr

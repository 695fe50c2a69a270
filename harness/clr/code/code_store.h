// The code that a profiler wants to run: new bodies, and functions to recompile. gcrucible never runs it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/abi/scoped_interfaces.h"
#include "harness/abi/types.h"
#include "harness/clr/concurrency/spin_lock.h"

namespace gcrucible::clr {

// A method: the number of its module and its row there.
struct MethodPlace {
  std::uint32_t module = 0;
  std::uint32_t row = 0;
  auto operator<=>(const MethodPlace&) const = default;
};

// A method's body: header, code, and the sections after the code (ECMA-335, II.25.4). The header of a
// profiler's body may be wrong, so each part is read only after a check that it is readable.
struct BodyExtent {
  std::uint32_t size = 0;  // as far as its headers can be read
  bool readable = false;   // from its first byte to its last
};
BodyExtent extent_of_body(const abi::BYTE* header);
// Of a body whose size the profiler passes.
BodyExtent extent_of_bytes(const abi::BYTE* first, std::uint32_t size);

// Any thread may use it.
class CodeStore {
 public:
  // The body that was set last; null if there is none. Points to the profiler's memory, as in .NET.
  const abi::BYTE* body(MethodPlace method) const;
  void body(MethodPlace method, const abi::BYTE* header);
  // Allocates memory that lives as long as the process; null for 0 bytes.
  void* memory(std::size_t bytes);

  // The allocator for method bodies. It is made at the first call and lives as long as this object.
  template <typename Make>
  abi::IMethodMalloc* allocator(Make make) {
    std::call_once(allocator_made_, [&] { allocator_ = make(*this); });
    return allocator_.get();
  }

  // A second request changes nothing until the first is taken (.NET 10, measured).
  void request(MethodPlace method);
  // The function runs its original code again. A request that is not taken yet is dropped.
  void revert(MethodPlace method);
  struct Due {
    MethodPlace method;
    abi::ReJITID id = 0;
  };
  bool any_due() const;
  // Takes and returns all requests so far, oldest first.
  std::vector<Due> take_due();
  // The compilation has begun: its id is now known.
  void begun(const Due& due);
  // The ids: 0 for the original code, then the others, newest first.
  std::vector<abi::ReJITID> versions(MethodPlace method) const;

  // Counts data that was stored but has no effect, by the method that stored it.
  void count_stored(std::string_view method);
  // Counts calls, other than of Info methods, that the runtime answers but gcrucible does not.
  void count_unanswered(std::string_view what);
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
  Counts stored() const;
  Counts unanswered() const;

 private:
  // The first id that .NET gives.
  static constexpr abi::ReJITID kFirstId = 2;
  using CountMap = std::map<std::string, std::uint64_t, std::less<>>;

  mutable SpinLock lock_;
  std::map<MethodPlace, const abi::BYTE*> bodies_;
  std::vector<std::unique_ptr<std::byte[]>> memory_;
  std::once_flag allocator_made_;
  std::shared_ptr<abi::IMethodMalloc> allocator_;
  std::vector<Due> due_;
  std::map<MethodPlace, std::vector<abi::ReJITID>> versions_;
  abi::ReJITID next_id_ = kFirstId;
  CountMap stored_;
  CountMap unanswered_;
};

}  // namespace gcrucible::clr

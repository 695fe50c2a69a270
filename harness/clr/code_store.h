// What a profiler wants to run instead of a program's code: new bodies, and functions to compile anew.
// Nothing runs any of it.
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

#include "harness/abi/lent_interfaces.h"
#include "harness/abi/types.h"
#include "harness/clr/spin_lock.h"

namespace gcrucible::clr {

// A method by its module's number and its row there.
struct MethodPlace {
  std::uint32_t module = 0;
  std::uint32_t row = 0;
  auto operator<=>(const MethodPlace&) const = default;
};

// A method's body: header, code, and the sections behind it (ECMA-335, II.25.4). What the header of a
// profiler's body says may be wrong, so that nothing of it is read without asking whether it is there.
struct BodyExtent {
  std::uint32_t size = 0;  // as far as its headers can be read
  bool readable = false;   // from its first byte to its last
};
BodyExtent extent_of_body(const abi::BYTE* header);
// Of a body whose size the profiler says.
BodyExtent extent_of_bytes(const abi::BYTE* first, std::uint32_t size);

// Any thread.
class CodeStore {
 public:
  // The body that was set last; null where none was. The profiler's memory, as in .NET.
  const abi::BYTE* body(MethodPlace method) const;
  void body(MethodPlace method, const abi::BYTE* header);
  // Memory that lives as long as the process; null for 0 bytes.
  void* memory(std::size_t bytes);

  // The one for method bodies, made when it is first asked for; lives as long as this.
  template <typename Make>
  abi::IMethodMalloc* allocator(Make make) {
    std::call_once(allocator_made_, [&] { allocator_ = make(*this); });
    return allocator_.get();
  }

  // A request while an earlier one has not been taken changes nothing (.NET 10, measured).
  void request(MethodPlace method);
  // The function runs as it was; a request that has not been taken is gone.
  void revert(MethodPlace method);
  struct Due {
    MethodPlace method;
    abi::ReJITID id = 0;
  };
  bool any_due() const;
  // All requests so far, the oldest first; they are taken with that.
  std::vector<Due> take_due();
  // Its compilation has begun, so that its id is known.
  void begun(const Due& due);
  // 0 for the code from before, then the others, the newest first.
  std::vector<abi::ReJITID> versions(MethodPlace method) const;

  // What was stored and has no effect, by the method that did it.
  void count_stored(std::string_view method);
  // What gcrucible does not answer although the runtime does, beside Info methods.
  void count_unanswered(std::string_view what);
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
  Counts stored() const;
  Counts unanswered() const;

 private:
  // The first that .NET gives.
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

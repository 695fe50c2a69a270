#include "harness/clr/callbacks/allocation_tick.h"

#include <cstring>
#include <vector>

#include "harness/clr/callbacks/raise.h"

namespace gcrucible::clr {
namespace {

using abi::CallbackMethod;

constexpr std::uint32_t kEvent = 10;
constexpr std::uint32_t kVersion = 4;
constexpr std::uint64_t kKeyword = 1;
// .NET 10 states the size of a large object with this in addition.
constexpr std::uint64_t kLargePadding = 8;
constexpr std::uint32_t kLarge = 1;

class Blob {
 public:
  // Writes sizeof(T) bytes, little-endian.
  template <typename T>
  Blob& put(T value) {
    for (std::size_t i = 0; i < sizeof value; ++i)
      bytes_.push_back(static_cast<std::uint8_t>(std::uint64_t{value} >> (8 * i)));
    return *this;
  }
  Blob& text(std::u16string_view text) {
    for (const char16_t each : text) put(each);
    return put(char16_t{0});
  }
  const std::uint8_t* data() const { return bytes_.data(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Number, empty name, keyword, version, level, no parameters: what .NET 10 sends for its own events.
Blob described() {
  Blob blob;
  blob.put(kEvent).text(u"").put(kKeyword).put(kVersion);
  return blob.put(std::uint32_t{abi::COR_PRF_EVENTPIPE_VERBOSE}).put(std::uint32_t{0});
}

// AllocationAmount, Kind, ClrInstanceID, AllocationAmount64, TypeID, TypeName, HeapIndex, Address,
// ObjectSize.
Blob payload(abi::ObjectID object, const AllocationTick& tick) {
  Blob blob;
  blob.put(static_cast<std::uint32_t>(tick.amount)).put(tick.kind).put(std::uint16_t{0}).put(tick.amount);
  blob.put(std::uint64_t{tick.type}).text(tick.type_name).put(tick.heap).put(std::uint64_t{object});
  return blob.put(tick.size + (tick.kind == kLarge ? kLargePadding : 0));
}

// While it lives, the memory of the new object holds no method table.
class NotYetThere {
 public:
  NotYetThere(Clr& clr, abi::ObjectID object)
      : clr_(&clr), bytes_(clr.engine().heap().memory().bytes(object)) {
    if (bytes_ != nullptr) {
      std::memcpy(&table_, bytes_, sizeof table_);
      std::memset(bytes_, 0, sizeof table_);
    }
    clr.pending_object(object);
  }
  NotYetThere(const NotYetThere&) = delete;
  NotYetThere& operator=(const NotYetThere&) = delete;
  ~NotYetThere() {
    clr_->pending_object(0);
    if (bytes_ != nullptr) std::memcpy(bytes_, &table_, sizeof table_);
  }

 private:
  Clr* clr_;
  std::byte* bytes_;
  std::uint64_t table_ = 0;
};

}  // namespace

void report_allocation_tick(Clr& clr, abi::ObjectID object, const AllocationTick& tick) {
  Profiler& profiler = *clr.profiler();
  constexpr CallbackMethod kMethod = CallbackMethod::kEventPipeEventDelivered;
  constexpr std::uint8_t kInterface = 10;
  const Blob about = described();
  const Blob event = payload(object, tick);
  const abi::GUID activity{};
  const abi::ThreadID thread = this_thread().managed;
  const NotYetThere not_there(clr, object);
  for (std::uint32_t left = clr.event_pipe().listening(); left > 0; --left) {
    if (!profiler.has(kInterface) || !profiler.wants(kMethod)) return;
    const abi::EVENTPIPE_PROVIDER provider = clr.event_pipe_provider();
    profiler.raise<kMethod>({}, provider, kEvent, kVersion, about.size(), about.data(), event.size(),
                            event.data(), &activity, nullptr, thread, 0, nullptr);
  }
}

}  // namespace gcrucible::clr

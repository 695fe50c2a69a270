#include "harness/engine/intrusion.h"

#include <cstring>
#include <utility>

#include "sim/reference_bytes.h"

namespace gcrucible::engine {

namespace {

constexpr std::size_t kMostReported = 16;
constexpr std::uint64_t kLengthOffset = 8;

class Repair {
 public:
  explicit Repair(sim::Heap& heap) : heap_(heap) {}

  std::vector<Intrusion> found;

  void object(sim::ObjectIndex object, std::byte* bytes) {
    const sim::ObjectColumns& columns = heap_.objects();
    const sim::Type& type = heap_.type(columns.type[object]);
    word<sim::Address>(Intrusion::Kind::kMethodTable, object, bytes, 0, type.method_table);
    if (type.kind != sim::TypeKind::kClass)
      word<std::uint32_t>(Intrusion::Kind::kLength, object, bytes, kLengthOffset, columns.length_of(object));
    sim::each_differing_reference(
        heap_, object, bytes, [&](std::size_t, std::uint64_t offset, sim::Address is, sim::Address wanted) {
          put_back(Intrusion::Kind::kReference, object, bytes, offset, wanted, is);
        });
  }

 private:
  template <typename T>
  void word(Intrusion::Kind kind, sim::ObjectIndex object, std::byte* bytes, std::uint64_t offset, T was) {
    T is = 0;
    std::memcpy(&is, bytes + offset, sizeof is);
    if (is != was) put_back(kind, object, bytes, offset, was, is);
  }
  template <typename T>
  void put_back(Intrusion::Kind kind, sim::ObjectIndex object, std::byte* bytes, std::uint64_t offset, T was,
                T is) {
    std::memcpy(bytes + offset, &was, sizeof was);
    if (found.size() == kMostReported) return;
    found.push_back({.kind = kind,
                     .object = object,
                     .at = heap_.objects().address[object],
                     .offset = offset,
                     .was = was,
                     .is = is});
  }

  sim::Heap& heap_;
};

// Calls use(object, bytes) for each live object that has bytes.
template <typename Heap, typename Use>
void each_object(Heap& heap, Use use) {
  const sim::ObjectColumns& columns = heap.objects();
  for (const sim::RangeIndex index : heap.live_ranges()) {
    const sim::Range& range = heap.ranges()[index];
    std::byte* const start = heap.memory().bytes(range.start);
    if (start == nullptr) continue;
    for (const sim::ObjectIndex object : range.objects) {
      const sim::Address at = columns.address[object];
      if (!columns.dead[object] && range.covers(at)) use(object, start + (at - range.start));
    }
  }
}

}  // namespace

std::vector<Intrusion> put_right(sim::Heap& heap) {
  Repair repair(heap);
  each_object(heap, [&](sim::ObjectIndex object, std::byte* bytes) { repair.object(object, bytes); });
  return std::move(repair.found);
}

std::vector<Intrusion> accept_other_bytes(const sim::Heap& heap, sim::HeapSnapshot& before) {
  std::vector<Intrusion> found;
  if (before.byte_hash.empty()) return found;
  each_object(heap, [&](sim::ObjectIndex object, std::byte*) {
    const std::uint64_t hash = sim::hash_of_bytes(heap, object);
    if (object >= before.byte_hash.size() || before.byte_hash[object] == hash) return;
    before.byte_hash[object] = hash;
    if (found.size() == kMostReported) return;
    found.push_back(
        {.kind = Intrusion::Kind::kBytes, .object = object, .at = heap.objects().address[object]});
  });
  return found;
}

}  // namespace gcrucible::engine

#include "harness/host/player/heap_account.h"

#include <array>

#include "harness/trace/read/value.h"

namespace gcrucible::host {

namespace {

// The columns of rows in a line.
struct Columns {
  std::vector<std::uint64_t> types, generations, objects, bytes;

  void add(std::uint64_t type, std::uint64_t generation, std::uint64_t count, std::uint64_t size) {
    if (count == 0) return;
    types.push_back(type);
    generations.push_back(generation);
    objects.push_back(count);
    bytes.push_back(size);
  }
  static trace::Column column(const std::vector<std::uint64_t>& numbers) { return {.data = numbers.data()}; }
  trace::Value by_type() const {
    return trace::table(
        {.rows = types.size(), .width = 3, .columns = {column(types), column(objects), column(bytes)}});
  }
  trace::Value by_generation() const {
    return trace::table({.rows = types.size(),
                         .width = 4,
                         .columns = {column(types), column(generations), column(objects), column(bytes)}});
  }
};

}  // namespace

HeapAccount::Row& HeapAccount::row_of(sim::ObjectIndex object) {
  const std::size_t type = heap_->objects().type[object];
  if (type >= rows_.size()) rows_.resize(type + 1);
  return rows_[type];
}

void HeapAccount::add(Count& count, sim::ObjectIndex object) const {
  ++count.objects;
  count.bytes += heap_->size_of(object);
}

void HeapAccount::note_earlier(sim::ObjectIndex first, std::uint64_t count) {
  Count& earlier = row_of(first).earlier;
  earlier.objects += count;
  earlier.bytes += count * heap_->size_of(first);
}

void HeapAccount::note_deaths(const sim::Collection& collection) {
  const sim::ObjectColumns& objects = heap_->objects();
  for (const sim::RangePlan& plan : collection.ranges) {
    for (const sim::ObjectIndex object : heap_->ranges()[plan.range].objects) {
      if (collection.live[object]) continue;
      const std::size_t generation = sim::index_of(objects.generation[object]);
      if (generation < kReclaimed) add(row_of(object).reclaimed[generation], object);
    }
  }
}

void HeapAccount::write(trace::Journal& journal) const {
  const sim::ObjectColumns& objects = heap_->objects();
  struct Whole {
    Count all, alive;
  };
  std::vector<Whole> whole;
  for (sim::ObjectIndex object = 0; object < objects.count(); ++object) {
    // Frozen objects do not die: this number was reserved for an object that was never made.
    if (objects.dead[object] && objects.generation[object] == sim::Generation::kFrozen) continue;
    const std::size_t type = objects.type[object];
    if (type >= whole.size()) whole.resize(type + 1);
    add(whole[type].all, object);
    if (!objects.dead[object]) add(whole[type].alive, object);
  }
  Columns allocated, earlier, alive, reclaimed;
  for (std::size_t type = 0; type < whole.size(); ++type) {
    const Row row = type < rows_.size() ? rows_[type] : Row{};
    const Whole& all = whole[type];
    allocated.add(type, 0, all.all.objects - row.earlier.objects, all.all.bytes - row.earlier.bytes);
    earlier.add(type, 0, row.earlier.objects, row.earlier.bytes);
    alive.add(type, 0, all.alive.objects, all.alive.bytes);
    for (std::size_t generation = 0; generation < row.reclaimed.size(); ++generation)
      reclaimed.add(type, generation, row.reclaimed[generation].objects, row.reclaimed[generation].bytes);
  }
  journal.model("account", std::array{trace::Field{"allocated", allocated.by_type()},
                                      trace::Field{"earlier", earlier.by_type()},
                                      trace::Field{"reclaimed", reclaimed.by_generation()},
                                      trace::Field{"alive", alive.by_type()}});
}

}  // namespace gcrucible::host

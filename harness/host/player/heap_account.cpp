#include "harness/host/player/heap_account.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "harness/trace/read/value.h"

namespace gcrucible::host {

namespace {

trace::Column column_of(const std::vector<std::uint64_t>& numbers) {
  return {.data = numbers.data()};
}

// The columns of rows in a line. The first one is a type, or a node of the call tree.
struct Columns {
  std::vector<std::uint64_t> keys, generations, objects, bytes;

  void add(std::uint64_t key, std::uint64_t generation, const auto& count) {
    if (count.objects == 0) return;
    keys.push_back(key);
    generations.push_back(generation);
    objects.push_back(count.objects);
    bytes.push_back(count.bytes);
  }
  trace::Value by_key() const {
    return trace::table({.rows = keys.size(),
                         .width = 3,
                         .columns = {column_of(keys), column_of(objects), column_of(bytes)}});
  }
  trace::Value by_generation() const {
    return trace::table(
        {.rows = keys.size(),
         .width = 4,
         .columns = {column_of(keys), column_of(generations), column_of(objects), column_of(bytes)}});
  }
};

std::string text_of(const auto& count) {
  return std::to_string(count.objects) + " objects of " + std::to_string(count.bytes) + " bytes";
}

// Of types, or of nodes of the call tree.
struct Lifetimes {
  Columns allocated, reclaimed, alive;

  void add(std::uint64_t key, const auto& by_generation, const auto& living) {
    for (std::size_t i = 0; i < by_generation.size(); ++i) reclaimed.add(key, i, by_generation[i]);
    alive.add(key, 0, living);
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

void HeapAccount::put_node(sim::ObjectIndex first, std::uint64_t count, std::uint32_t node) {
  const std::size_t end = static_cast<std::size_t>(first + count);
  // The objects behind the last node belong to the root already.
  if (node == 0 && first >= nodes_.size()) return;
  if (nodes_.size() < end) nodes_.resize(end);
  std::fill(nodes_.begin() + static_cast<std::ptrdiff_t>(first),
            nodes_.begin() + static_cast<std::ptrdiff_t>(end), node);
}

void HeapAccount::note_earlier(sim::ObjectIndex first, std::uint64_t count) {
  Count& earlier = row_of(first).earlier;
  earlier.objects += count;
  earlier.bytes += count * heap_->size_of(first);
  put_node(first, count, program::kNothing);
}

void HeapAccount::note_deaths(const sim::Collection& collection) {
  const sim::ObjectColumns& objects = heap_->objects();
  reclaimed_.resize(tree_->nodes().size());
  for (const sim::RangePlan& plan : collection.ranges) {
    for (const sim::ObjectIndex object : heap_->ranges()[plan.range].objects) {
      if (collection.live[object]) continue;
      const std::size_t generation = sim::index_of(objects.generation[object]);
      if (generation >= kReclaimed) continue;
      add(row_of(object).reclaimed[generation], object);
      const std::uint32_t node = node_of(object);
      if (node != program::kNothing) add(reclaimed_[node][generation], object);
    }
  }
}

void HeapAccount::each_object(auto&& visit) const {
  const sim::ObjectColumns& objects = heap_->objects();
  for (sim::ObjectIndex object = 0; object < objects.count(); ++object) {
    // Frozen objects do not die: this number was reserved for an object that was never made.
    if (objects.dead[object] && objects.generation[object] == sim::Generation::kFrozen) continue;
    visit(object);
  }
}

HeapAccount::Wholes HeapAccount::count_all() const {
  const sim::ObjectColumns& objects = heap_->objects();
  Wholes wholes{.of_types = {}, .of_nodes = std::vector<Whole>(tree_->nodes().size())};
  std::vector<Whole>& types = wholes.of_types;
  each_object([&](sim::ObjectIndex object) {
    const std::size_t type = objects.type[object];
    if (type >= types.size()) types.resize(type + 1);
    add(types[type].all, object);
    if (!objects.dead[object]) add(types[type].alive, object);
    const std::uint32_t node = node_of(object);
    if (node == program::kNothing) return;
    add(wholes.of_nodes[node].all, object);
    if (!objects.dead[object]) add(wholes.of_nodes[node].alive, object);
  });
  return wholes;
}

std::vector<sim::AuditFinding> HeapAccount::check() const {
  constexpr std::size_t kMost = 20;
  std::vector<sim::AuditFinding> findings;
  const auto compare = [&](std::string_view what, std::size_t number, const Whole& whole,
                           const Reclaimed& reclaimed) {
    Count gone;
    for (const Count& each : reclaimed) {
      gone.objects += each.objects;
      gone.bytes += each.bytes;
    }
    const auto& [all, alive] = whole;
    if (all.objects == gone.objects + alive.objects && all.bytes == gone.bytes + alive.bytes) return;
    if (findings.size() == kMost) return;
    findings.push_back({"of " + std::string(what) + " " + std::to_string(number) + ", " + text_of(all) +
                        " were made, but " + text_of(gone) + " were reclaimed and " + text_of(alive) +
                        " are alive"});
  };
  const Wholes wholes = count_all();
  for (std::size_t type = 0; type < wholes.of_types.size(); ++type)
    compare("type", type, wholes.of_types[type], type < rows_.size() ? rows_[type].reclaimed : Reclaimed{});
  for (std::size_t node = 0; node < wholes.of_nodes.size(); ++node) {
    compare("calls in node", node, wholes.of_nodes[node],
            node < reclaimed_.size() ? reclaimed_[node] : Reclaimed{});
  }
  return findings;
}

void HeapAccount::write(trace::Journal& journal) const {
  const auto [types, nodes] = count_all();
  Lifetimes of_types, of_calls;
  Columns earlier;
  for (std::size_t type = 0; type < types.size(); ++type) {
    const Row row = type < rows_.size() ? rows_[type] : Row{};
    const Count all = types[type].all;
    of_types.allocated.add(
        type, 0, Count{.objects = all.objects - row.earlier.objects, .bytes = all.bytes - row.earlier.bytes});
    earlier.add(type, 0, row.earlier);
    of_types.add(type, row.reclaimed, types[type].alive);
  }
  std::vector<trace::Field> fields{{"allocated", of_types.allocated.by_key()},
                                   {"earlier", earlier.by_key()},
                                   {"reclaimed", of_types.reclaimed.by_generation()},
                                   {"alive", of_types.alive.by_key()}};
  std::vector<std::uint64_t> parents, functions;
  for (const CallTree::Node& each : tree_->nodes().subspan(1)) {
    parents.push_back(each.parent);
    functions.push_back(each.function);
  }
  if (!parents.empty()) {
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      of_calls.allocated.add(node, 0, nodes[node].all);
      of_calls.add(node, node < reclaimed_.size() ? reclaimed_[node] : Reclaimed{}, nodes[node].alive);
    }
    fields.insert(fields.end(),
                  {{"calls", trace::table({.rows = parents.size(),
                                           .width = 2,
                                           .columns = {column_of(parents), column_of(functions)}})},
                   {"allocated_at", of_calls.allocated.by_key()},
                   {"reclaimed_at", of_calls.reclaimed.by_generation()},
                   {"alive_at", of_calls.alive.by_key()}});
  }
  journal.model("account", fields);
}

}  // namespace gcrucible::host

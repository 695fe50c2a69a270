#include "harness/calls/model_lines.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/program/validate/type_facts.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::calls {

using trace::Field;
using trace::Value;

namespace {

using Numbers = std::vector<std::uint64_t>;

trace::Column ids(const Numbers& column) {
  return {.data = column.data(), .type = trace::Column::Type::kU64, .is_id = true};
}
trace::Column numbers(const Numbers& column) {
  return {.data = column.data(), .type = trace::Column::Type::kU64, .is_id = false};
}

// Indexed by program::TypeKind.
constexpr std::array<std::string_view, 4> kTypeKinds{"class", "array", "string", "value"};

std::array<Value, sim::kGenerationCount> flags(const sim::PerGeneration<bool>& values) {
  std::array<Value, sim::kGenerationCount> list{};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = trace::boolean(values[i]);
  return list;
}

}  // namespace

ModelLines::ModelLines(clr::Clr& clr, const program::Program& program,
                       const std::vector<abi::GCHandleID>& handles, std::uint32_t detail_limit)
    : clr_(&clr), program_(&program), handles_(&handles), detail_limit_(detail_limit) {}

void ModelLines::types() {
  if (journal() == nullptr) return;
  for (const clr::ClassEntry& entry : clr_->classes().all()) type(entry);
}

void ModelLines::types(std::span<const sim::TypeIndex> changed) {
  if (journal() == nullptr) return;
  for (const sim::TypeIndex each : changed) type(clr_->classes().at(each));
}

void ModelLines::type(const clr::ClassEntry& entry) {
  const program::TypeSpec& spec = entry.spec;
  const sim::Type& type = clr_->engine().type(static_cast<sim::TypeIndex>(entry.number));
  std::vector<Value> offsets;
  for (const program::FieldSpec* field : program::own_fields(spec)) {
    offsets.push_back(trace::number(field->offset));
  }
  std::vector<Field> fields{Field{"type", trace::number(entry.number)},
                            Field{"name", trace::text(spec.name)},
                            Field{"class", trace::id(entry.id)},
                            Field{"kind", trace::text(kTypeKinds[static_cast<std::size_t>(spec.kind)])},
                            Field{"size", trace::number(spec.base_size)},
                            Field{"references", trace::boolean(sim::has_references(type))}};
  if (spec.kind == program::TypeKind::kClass || spec.kind == program::TypeKind::kValue)
    fields.push_back({"fields", trace::list(offsets)});
  if (spec.kind == program::TypeKind::kArray) {
    fields.insert(fields.end(), {Field{"rank", trace::number(spec.rank)},
                                 Field{"element", trace::number(spec.element_type)},
                                 Field{"element_class", trace::id(clr_->classes().element_class(spec))},
                                 Field{"element_size", trace::number(spec.component_size)},
                                 Field{"elements", trace::number(type.first_element_offset)}});
  }
  journal()->model("type", fields);
}

void ModelLines::names() {
  if (journal() == nullptr || program_->names.empty()) return;
  std::vector<std::array<Value, 2>> pairs;
  std::vector<Value> rows;
  pairs.reserve(program_->names.size());
  for (const program::ObjectName& name : program_->names) {
    pairs.push_back({trace::number(name.object), trace::text(name.name)});
    rows.push_back(trace::list(pairs.back()));
  }
  journal()->model("names", std::array{Field{"objects", trace::list(rows)}});
}

void ModelLines::allocated(sim::ObjectIndex first, std::uint64_t count, const Announcement& announcement) {
  if (journal() == nullptr) return;
  const auto view = clr_->engine().object(first);
  if (!view) return;
  std::vector fields{Field{"object", trace::number(first)},
                     Field{"count", trace::number(count)},
                     Field{"type", trace::number(view->type)},
                     Field{"at", trace::id(clr_->engine().address_of(first))},
                     Field{"size", trace::number(view->size)},
                     Field{"generation", trace::number(sim::index_of(view->generation))},
                     Field{"announced", trace::boolean(announcement.asked)}};
  if (!announcement.asked) fields.push_back({"earlier", trace::boolean(announcement.earlier)});
  if (announcement.silent) fields.push_back({"silent", trace::boolean(true)});
  journal()->model("allocated", fields);
}

void ModelLines::note_calls(std::uint64_t node, std::uint64_t first, std::span<const CallNode> calls) {
  if (journal() == nullptr) return;
  std::vector<std::array<Value, 3>> cells;
  std::vector<Value> rows;
  cells.reserve(calls.size());
  for (const CallNode& each : calls) {
    cells.push_back({trace::number(each.caller), trace::id(each.function), trace::text(each.name)});
    rows.push_back(trace::list(cells.back()));
  }
  std::vector fields{Field{"node", trace::number(node)}};
  if (!calls.empty()) {
    fields.push_back({"first", trace::number(first)});
    fields.push_back({"calls", trace::list(rows)});
  }
  journal()->model("calls", fields);
}

void ModelLines::collection(std::uint32_t number, std::uint32_t line, const program::Collect& collect,
                            Inside inside) {
  if (journal() == nullptr) return;
  static constexpr std::array<std::string_view, 4> kInside{"", "shutdown", "background", "provisional"};
  std::vector fields{Field{"collection", trace::number(number)}, Field{"line", trace::number(line)},
                     Field{"generation", trace::number(static_cast<std::uint64_t>(collect.condemned))},
                     Field{"induced", trace::boolean(collect.induced)},
                     Field{"promote", trace::boolean(collect.promote)}};
  if (inside != Inside::kOwn) {
    fields.push_back({"inside", trace::text(kInside[static_cast<std::size_t>(inside)])});
  }
  journal()->model("collection", fields);
}

void ModelLines::unloading(std::span<const std::uint64_t> classes) {
  if (journal() == nullptr) return;
  std::vector<Value> values;
  for (const std::uint64_t each : classes) values.push_back(trace::id(each));
  journal()->model("unloading", std::array{Field{"classes", trace::list(values)}});
}

void ModelLines::background(std::string_view phase) {
  if (journal() == nullptr) return;
  journal()->model("background", std::array{Field{"phase", trace::text(phase)}});
}

void ModelLines::heap(std::uint32_t number, bool before) {
  if (journal() == nullptr) return;
  const sim::Heap& heap = clr_->engine().heap();
  Numbers range_number, range_generation, start, allocated, reserved;
  std::uint64_t objects = 0;
  for (std::size_t i = 0; i < heap.ranges().size(); ++i) {
    const sim::Range& range = heap.ranges()[i];
    if (range.released) continue;
    range_number.push_back(i);
    range_generation.push_back(sim::index_of(range.generation));
    start.push_back(range.start);
    allocated.push_back(range.allocated);
    reserved.push_back(range.reserved);
    objects += range.objects.size();
  }
  const bool whole = objects <= detail_limit_;
  Numbers object, at, size, generation, type;
  const auto add = [&](sim::ObjectIndex index) {
    const sim::ObjectColumns& columns = heap.objects();
    if (index >= columns.count() || columns.dead[index]) return;
    object.push_back(index);
    at.push_back(columns.address[index]);
    size.push_back(heap.size_of(index));
    generation.push_back(sim::index_of(columns.generation[index]));
    type.push_back(columns.type[index]);
  };
  if (whole) {
    for (const sim::Range& range : heap.ranges()) {
      if (!range.released) {
        for (const sim::ObjectIndex index : range.objects) add(index);
      }
    }
  } else {
    for (const program::ObjectName& name : program_->names) add(name.object);
  }
  std::vector fields{
      Field{"collection", trace::number(number)}, Field{"when", trace::text(before ? "before" : "after")},
      Field{"ranges", trace::table_of(range_number.size(), numbers(range_number), numbers(range_generation),
                                      ids(start), numbers(allocated), numbers(reserved))},
      Field{"objects", trace::table_of(object.size(), numbers(object), ids(at), numbers(size),
                                       numbers(generation), numbers(type))},
      Field{"whole", trace::boolean(whole)}};
  // References are written only if the profiler gets ObjectReferences. No other check uses them.
  Numbers holder, target;
  bool all = whole && !before && clr_->profiler() != nullptr &&
             clr_->profiler()->wants(abi::CallbackMethod::kObjectReferences);
  for (std::uint16_t heap_number = 0; all && heap_number < clr_->engine().heaps(); ++heap_number) {
    clr_->engine().walk_references(
        heap_number, [&](sim::Address held_by, sim::TypeIndex, std::span<const sim::Address> references) {
          all = holder.size() + references.size() <= detail_limit_;
          if (!all) return false;
          holder.insert(holder.end(), references.size(), held_by);
          target.insert(target.end(), references.begin(), references.end());
          return true;
        });
  }
  if (all) fields.push_back({"references", trace::table_of(holder.size(), ids(holder), ids(target))});
  journal()->model("heap", fields);
}

void ModelLines::plan(const sim::Collection& collection) {
  if (journal() == nullptr) return;
  const sim::Heap& heap = clr_->engine().heap();
  Numbers from, to, length, generation, pinned;
  if (collection.plugs.size() <= detail_limit_) {
    for (const sim::RangePlan& plan : collection.ranges) {
      const sim::Range& range = heap.ranges()[plan.range];
      for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
        const sim::Plug& plug = collection.plugs[plan.first_plug + i];
        from.push_back(plug.from);
        to.push_back(plug.to);
        length.push_back(sim::plug_length(heap, range, plug));
        generation.push_back(sim::index_of(plan.before));
        pinned.push_back(plug.pinned);
      }
    }
  }
  Numbers dead;
  if (collection.dead_count <= detail_limit_) {
    for (const sim::ObjectIndex object : sim::deaths(heap, collection)) dead.push_back(object);
  }
  const auto condemned = flags(collection.condemned);
  const auto compacts = flags(collection.compacts);
  const std::array fields{Field{"collection", trace::number(collection.number)},
                          Field{"condemned", trace::list(condemned)},
                          Field{"compacts", trace::list(compacts)},
                          Field{"survivors", trace::number(collection.survivor_count)},
                          Field{"dead", trace::number(collection.dead_count)},
                          Field{"plugs", trace::table_of(from.size(), ids(from), ids(to), numbers(length),
                                                         numbers(generation), numbers(pinned))},
                          Field{"deaths", trace::table_of(dead.size(), numbers(dead))}};
  journal()->model("plan", fields);
}

void ModelLines::queued(const sim::Collection& collection) {
  if (journal() == nullptr || collection.queued.empty()) return;
  Numbers object, critical;
  for (const sim::FinalizableObject& entry : collection.queued) {
    object.push_back(entry.object);
    critical.push_back(entry.critical ? 1 : 0);
  }
  const std::array fields{
      Field{"collection", trace::number(collection.number)},
      Field{"objects", trace::table_of(object.size(), numbers(object), numbers(critical))}};
  journal()->model("queued", fields);
}

void ModelLines::cleared(const sim::Collection& collection) {
  if (journal() == nullptr || collection.cleared_handles.empty()) return;
  const bool ascending = std::ranges::is_sorted(*handles_);
  Numbers handles;
  for (const sim::HandleIndex index : collection.cleared_handles) {
    const sim::Address id = clr_->engine().handles()[index].slot;
    const auto found = ascending ? std::ranges::lower_bound(*handles_, id) : std::ranges::find(*handles_, id);
    if (found == handles_->end() || *found != id) continue;
    handles.push_back(static_cast<std::uint64_t>(found - handles_->begin()));
  }
  if (handles.empty()) return;
  const std::array fields{Field{"collection", trace::number(collection.number)},
                          Field{"handles", trace::table_of(handles.size(), numbers(handles))}};
  journal()->model("cleared", fields);
}

void ModelLines::audit(std::uint32_t number, std::span<const sim::AuditFinding> findings) {
  if (journal() == nullptr) return;
  for (const sim::AuditFinding& finding : findings) {
    const std::array fields{Field{"collection", trace::number(number)},
                            Field{"says", trace::text(finding.what)}};
    journal()->model("audit", fields);
  }
}

void ModelLines::unapplied(std::optional<std::uint32_t> number,
                           std::span<const program::UnappliedDeparture> departures) {
  if (journal() == nullptr) return;
  for (const program::UnappliedDeparture& each : departures) {
    const std::array fields{
        Field{"collection", number ? trace::number(*number) : trace::null()},
        Field{"list", trace::text(program::kDepartureLists[static_cast<std::size_t>(each.list)])},
        Field{"index", trace::number(each.index)},
        Field{"why", trace::text(program::kUnappliedReasons[static_cast<std::size_t>(each.why)])},
        Field{"there", trace::number(each.there)}};
    journal()->model("unapplied", fields);
  }
}

namespace {

std::string_view name_of(engine::Intrusion::Kind kind) {
  switch (kind) {
    case engine::Intrusion::Kind::kMethodTable:
      return "method table";
    case engine::Intrusion::Kind::kLength:
      return "length";
    case engine::Intrusion::Kind::kReference:
      return "reference";
    case engine::Intrusion::Kind::kBytes:
      break;
  }
  return "bytes";
}

// The field's name in the scenario; empty if it has none.
std::string field_at(const clr::ClassEntry& entry, std::uint64_t offset, std::uint64_t first_element) {
  if (entry.spec.kind == program::TypeKind::kArray && offset >= first_element)
    return "[" + std::to_string((offset - first_element) / sizeof(sim::Address)) + "]";
  for (const program::FieldSpec& field : entry.spec.fields) {
    if (field.offset == offset) return field.name;
  }
  return {};
}

}  // namespace

void ModelLines::intruded(std::span<const engine::Intrusion> found) {
  if (journal() == nullptr) return;
  const std::uint64_t after = std::exchange(checked_, journal()->lines());
  for (const engine::Intrusion& each : found) {
    const auto view = clr_->engine().object(each.object);
    const sim::Type& type = clr_->engine().type(view->type);
    const std::string field =
        each.kind == engine::Intrusion::Kind::kReference
            ? field_at(clr_->classes().at(view->type), each.offset, type.first_element_offset)
            : std::string();
    const bool known = each.kind != engine::Intrusion::Kind::kBytes;
    const bool id = known && each.kind != engine::Intrusion::Kind::kLength;
    const auto value = [&](std::uint64_t word) {
      return !known ? trace::null() : id ? trace::id(word) : trace::number(word);
    };
    journal()->model("intruded",
                     std::array{Field{"object", trace::number(each.object)}, Field{"at", trace::id(each.at)},
                                Field{"kind", trace::text(name_of(each.kind))},
                                Field{"offset", known ? trace::number(each.offset) : trace::null()},
                                Field{"field", field.empty() ? trace::null() : trace::text(field)},
                                Field{"was", value(each.was)}, Field{"is", value(each.is)},
                                Field{"after", trace::number(after)}});
  }
}

}  // namespace gcrucible::calls

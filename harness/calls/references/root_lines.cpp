// Model lines about roots and handles.
#include <array>
#include <cstdint>
#include <vector>

#include "harness/calls/model_lines.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::calls {

using trace::Field;
using Numbers = std::vector<std::uint64_t>;

namespace {

trace::Column ids(const Numbers& column) {
  return {.data = column.data(), .type = trace::Column::Type::kU64, .is_id = true};
}
trace::Column numbers(const Numbers& column) {
  return {.data = column.data(), .type = trace::Column::Type::kU64, .is_id = false};
}

}  // namespace

void ModelLines::functions() {
  if (journal() == nullptr) return;
  Numbers id;
  for (const clr::FunctionEntry& function : clr_->functions().all()) id.push_back(function.id);
  journal()->model("functions", std::array{Field{"ids", trace::table_of(id.size(), ids(id))}});
}

void ModelLines::roots(std::uint32_t number) {
  if (journal() == nullptr) return;
  const auto functions = clr_->functions().all();
  const auto owner = [&](const sim::Root& root) {
    return root.frame < functions.size() ? functions[root.frame].id : 0;
  };
  // Slots that hold null have no object.
  Numbers object, pinned, interior, function, thread, static_object, empty_function, empty_thread;
  bool whole = true;
  for (const sim::Root& root : clr_->engine().roots()) {
    if (root.removed) continue;
    if (object.size() + static_object.size() + empty_function.size() >= detail_limit_) {
      whole = false;
      break;
    }
    const bool is_static = root.kind == sim::RootKind::kStatic;
    if (root.object == sim::kNoObject) {
      if (is_static) continue;
      empty_function.push_back(owner(root));
      empty_thread.push_back(root.thread);
    } else if (is_static) {
      static_object.push_back(root.object);
    } else {
      object.push_back(root.object);
      pinned.push_back(root.pinned ? 1 : 0);
      interior.push_back(root.interior_offset);
      function.push_back(owner(root));
      thread.push_back(root.thread);
    }
  }
  const std::array fields{
      Field{"collection", trace::number(number)},
      Field{"stack", trace::table_of(object.size(), numbers(object), numbers(pinned), numbers(interior),
                                     ids(function), numbers(thread))},
      Field{"empty", trace::table_of(empty_function.size(), ids(empty_function), numbers(empty_thread))},
      Field{"statics", trace::table_of(static_object.size(), numbers(static_object))},
      Field{"whole", trace::boolean(whole)}};
  journal()->model("roots", fields);
}

void ModelLines::handles(std::uint32_t number) {
  if (journal() == nullptr) return;
  Numbers handle, kind, object, count;
  bool whole = true;
  for (const sim::Handle& each : clr_->engine().handles()) {
    if (each.freed || each.object == sim::kNoObject) continue;
    if (handle.size() >= detail_limit_) {
      whole = false;
      break;
    }
    handle.push_back(each.slot);
    kind.push_back(static_cast<std::uint64_t>(each.kind));
    object.push_back(each.object);
    count.push_back(each.count);
  }
  const std::array fields{Field{"collection", trace::number(number)},
                          Field{"handles", trace::table_of(handle.size(), ids(handle), numbers(kind),
                                                           numbers(object), numbers(count))},
                          Field{"whole", trace::boolean(whole)}};
  journal()->model("handles", fields);
}

}  // namespace gcrucible::calls

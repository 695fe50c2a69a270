#include "harness/clr/callbacks/guarded_copies.h"

#include <cstring>

#include "harness/abi/tables/callback_fields.h"

namespace gcrucible::clr {
namespace {

using trace::Column;
using trace::Value;

// The names of each callback's arrays, as the runtime's headers declare them.
constexpr auto kArrayNames = [] {
  std::array<std::array<std::string_view, 5>, abi::kCallbackMethods.size()> names{};
  std::array<std::size_t, abi::kCallbackMethods.size()> counts{};
  abi::each_callback_field(
      [&](const abi::MethodInfo& info, abi::CallbackMethod method, const abi::CallbackField& field) {
        for (std::size_t at = 0; at < field.count; ++at) {
          const abi::Parameter parameter = abi::callback_parameter(method, field.parameters[at]);
          if (parameter.is_buffer) names[info.slot][counts[info.slot]++] = parameter.name;
        }
      });
  return names;
}();

std::size_t size_of(Column::Type type) {
  return type == Column::Type::kU64 ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
}

// A write by the profiler in or next to an array.
struct Damage {
  std::string_view where;
  std::int64_t first = 0;  // index, negative before the array
  std::uint64_t changed = 0;
  const std::byte* is = nullptr;   // the first cell
  const std::byte* was = nullptr;  // null outside the array
};

Value cell_at(const std::byte* cell, std::size_t bytes, bool is_id) {
  std::uint64_t number = 0;
  std::memcpy(&number, cell, bytes);
  return is_id ? trace::id(number) : trace::number(number);
}

void report_damage(trace::Journal& journal, const GuardedBlock::Last& array, const Damage& damage) {
  const auto value = [&](const std::byte* cell) {
    return cell == nullptr ? trace::null() : cell_at(cell, array.cell_bytes, array.is_id);
  };
  journal.model("scribbled",
                std::array{trace::Field{"callback", trace::text(array.callback)},
                           trace::Field{"line", trace::number(array.line)},
                           trace::Field{"array", trace::text(array.array)},
                           trace::Field{"where", trace::text(damage.where)},
                           trace::Field{"index", trace::signed_number(damage.first)},
                           trace::Field{"was", value(damage.was)}, trace::Field{"is", value(damage.is)},
                           trace::Field{"changed", trace::number(damage.changed)},
                           trace::Field{"entries", trace::number(array.cells)}});
}

// The cells of `is` that differ from `was`, or from poison if `was` is null. The first cell has index `from`.
Damage differences(std::span<const std::byte> is, const std::byte* was, std::size_t cell, std::int64_t from) {
  Damage damage;
  for (std::size_t at = 0; at + cell <= is.size(); at += cell) {
    const bool same = was == nullptr ? GuardedBlock::poisoned(is.subspan(at, cell))
                                     : std::memcmp(is.data() + at, was + at, cell) == 0;
    if (same || damage.changed++ != 0) continue;
    damage.first = from + static_cast<std::int64_t>(at / cell);
    damage.is = is.data() + at;
    damage.was = was == nullptr ? nullptr : was + at;
  }
  return damage;
}

// Returns whether the memory around the array is untouched.
bool report_beside(trace::Journal& journal, const GuardedBlock& block, const GuardedBlock::Last& array,
                   std::string_view before, std::string_view behind) {
  const std::size_t cell = array.cell_bytes;
  const auto margin = static_cast<std::int64_t>(GuardedBlock::kMargin / cell);
  bool untouched = true;
  if (const auto bytes = block.before(array.cells * cell); !GuardedBlock::poisoned(bytes)) {
    untouched = false;
    Damage damage = differences(bytes, nullptr, cell, -margin);
    damage.where = before;
    report_damage(journal, array, damage);
  }
  if (!GuardedBlock::poisoned(block.behind())) {
    untouched = false;
    Damage damage = differences(block.behind(), nullptr, cell, static_cast<std::int64_t>(array.cells));
    damage.where = behind;
    report_damage(journal, array, damage);
  }
  return untouched;
}

}  // namespace

GuardedCopies::GuardedCopies(std::span<const trace::Field> fields, trace::Journal& journal,
                             abi::CallbackMethod method)
    : journal_(&journal), method_(method) {
  for (const trace::Field& field : fields) {
    const Value& value = field.value;
    if (value.kind == Value::Kind::kTable) {
      for (std::size_t i = 0; i < value.table.width; ++i) {
        const Column& column = value.table.columns[i];
        if (column.stride == 0) add(column, value.table.rows, size_of(column.type));
      }
    } else if (value.kind == Value::Kind::kText16) {
      // A WCHAR has no column type. Cells are compared as bytes and reported by index.
      add({.data = value.text16.data()}, value.text16.size(), sizeof(char16_t));
    }
  }
}

GuardedCopies::~GuardedCopies() {
  for (std::uint8_t i = 0; i < count_; ++i) {
    if (arrays_[i].block != nullptr) BufferPool::of_this_thread()->give_back(*arrays_[i].block);
  }
}

void GuardedCopies::add(const Column& column, std::uint64_t cells, std::size_t cell_bytes) {
  if (count_ == arrays_.size()) return;
  Array& array = arrays_[count_];
  array = {.column = column, .number = count_, .cells = cells, .cell_bytes = cell_bytes};
  ++count_;
  // A null array cannot be written to, but it counts as a position in the signature.
  if (column.data == nullptr) return;
  array.bytes = cells * cell_bytes;
  if (BufferPool* const desk = BufferPool::of_this_thread()) {
    array.block = desk->take(abi::name_of(method_), array.number, array.bytes);
  }
  if (array.block == nullptr) return;
  GuardedBlock& block = *array.block;
  const std::byte* const checked = block.before(block.last.cells * block.last.cell_bytes).data();
  check_kept(*journal_, block);
  block.turn(array.bytes, checked);
  block.last = {.callback = abi::name_of(method_),
                .array = kArrayNames[static_cast<std::size_t>(method_)][array.number],
                .cells = cells,
                .cell_bytes = cell_bytes,
                .is_id = column.is_id};
  if (array.bytes != 0) std::memcpy(array.block->place(array.bytes), column.data, array.bytes);
}

void GuardedCopies::check_kept(trace::Journal& journal) {
  if (BufferPool* const desk = BufferPool::of_this_thread()) {
    desk->each([&](GuardedBlock& block) { check_kept(journal, block); });
  }
}

void GuardedCopies::check_kept(trace::Journal& journal, GuardedBlock& block) {
  const GuardedBlock::Last& last = block.last;
  const std::size_t before = last.cells * last.cell_bytes;
  const std::span<const std::byte> kept(block.place(before), before);
  const bool untouched = GuardedBlock::poisoned(kept);
  if (!untouched) {
    Damage damage = differences(kept, nullptr, last.cell_bytes, 0);
    damage.where = "kept";
    report_damage(journal, last, damage);
  }
  const bool apart = report_beside(journal, block, last, "kept", "kept");
  if (!untouched || !apart) block.poison(before);
}

void* GuardedCopies::handed_over(void* own) {
  for (std::uint8_t i = 0; i < count_; ++i) {
    Array& array = arrays_[i];
    if (array.column.data != own || array.block == nullptr) continue;
    array.handed_over = true;
    return array.block->place(array.bytes);
  }
  return own;
}

void GuardedCopies::take_back(std::uint64_t entry) {
  for (std::uint8_t i = 0; i < count_; ++i) {
    const Array& array = arrays_[i];
    if (array.block == nullptr) continue;
    GuardedBlock::Last& last = array.block->last;
    last.line = entry;
    const auto* const own = static_cast<const std::byte*>(array.column.data);
    const std::byte* const copy = array.block->place(array.bytes);
    const std::byte* const was = array.handed_over ? own : copy;
    const std::span<const std::byte> is(array.handed_over ? copy : own, array.bytes);
    if (array.bytes != 0 && std::memcmp(is.data(), was, array.bytes) != 0) {
      Damage damage = differences(is, was, array.cell_bytes, 0);
      damage.where = "inside";
      report_damage(*journal_, last, damage);
      // No array of a callback is const in the profiling interface.
      if (!array.handed_over) std::memcpy(const_cast<void*>(array.column.data), was, array.bytes);
    }
    if (report_beside(*journal_, *array.block, last, "before", "behind")) {
      array.block->poison_array(array.bytes);
    } else {
      array.block->poison(array.bytes);
      array.block->stay_off_edge();
    }
  }
}

}  // namespace gcrucible::clr

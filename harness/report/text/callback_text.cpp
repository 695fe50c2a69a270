#include "harness/report/text/callback_text.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "harness/abi/enums.h"
#include "harness/abi/suspend_reasons.h"
#include "harness/report/tables.h"
#include "harness/rules/collection/heap_model.h"

namespace gcrucible::report {
namespace {

using rules::Call;
using rules::Callback;

// Indexed by COR_PRF_GC_ROOT_KIND and by the bits of COR_PRF_GC_ROOT_FLAGS.
constexpr std::array<const char*, 4> kRootKinds{"other", "stack", "finalizer", "handle"};
constexpr std::array<const char*, 4> kRootFlags{"pinned", "weak", "interior", "ref-counted"};

std::string suspend_text(std::uint32_t reason) {
  const abi::SuspendReason* const known = abi::find_suspend_reason(reason);
  return known != nullptr ? known->purpose : fmt::format("reason {}", reason);
}

std::string root_text(const rules::Root& root) {
  std::string text =
      root.kind < kRootKinds.size() ? kRootKinds[root.kind] : fmt::format("kind {}", root.kind);
  std::uint32_t rest = root.flags;
  for (std::size_t bit = 0; bit < kRootFlags.size(); ++bit) {
    const std::uint32_t flag = std::uint32_t{1} << bit;
    if ((rest & flag) != 0) text += std::string(", ") + kRootFlags[bit];
    rest &= ~flag;
  }
  return rest == 0 ? text : text + fmt::format(", flags {:#x}", rest);
}

std::string range_text(const rules::Range& range, bool moved, const Places& places, const Style& style) {
  std::string text = address_text(range.from);
  if (moved && range.to != range.from) text += (style.utf8 ? "→" : "->") + address_text(range.to);
  text += fmt::format("{} length {}", moved && range.to == range.from ? " same," : "", range.length);
  const std::string held = places.held(range.from, range.length);
  return held.empty() ? text : text + " (" + held + ")";
}

std::string class_text(std::uint64_t object_class, const Places& places) {
  const std::string name = places.names().class_name(object_class);
  return name.empty() ? fmt::format("class {:#x}", object_class) : name;
}

std::vector<std::string> rows(const Callback& callback, const Places& places, const Style& style) {
  std::vector<std::string> rows;
  const bool moved = rules::family_of(callback.call) == rules::Family::kMoved;
  for (const rules::Range& range : callback.ranges) rows.push_back(range_text(range, moved, places, style));
  // Roots and references are reported with the addresses after the move.
  for (const rules::Root& root : callback.roots) {
    rows.push_back(places.after(root.object) +
                   (callback.call == Call::kRootReferences2 ? " (" + root_text(root) + ")" : std::string()));
  }
  for (const rules::Element& element : callback.elements) {
    rows.push_back(places.after(element.key) + (style.utf8 ? "→" : "->") + places.after(element.value));
  }
  for (const rules::ClassCount& each : callback.classes) {
    rows.push_back(grouped(each.count) + " " + class_text(each.object_class, places));
  }
  for (const std::uint64_t reference : callback.references) rows.push_back(places.after(reference));
  return rows;
}

std::string_view noun_of(std::string_view method) {
  const Call call = rules::call_of(method);
  if (rules::kRangeCalls.has(call)) return "range";
  if (rules::kRootCalls.has(call)) return "root";
  if (call == Call::kObjectReferences) return "reference";
  if (call == Call::kConditionalWeakTableElementReferences) return "pair";
  if (call == Call::kObjectsAllocatedByClass) return "class";
  return {};
}

}  // namespace

std::uint64_t rows_of(const Callback& callback) {
  return callback.ranges.size() + callback.roots.size() + callback.elements.size() + callback.classes.size() +
         callback.references.size();
}

std::string rows_text(std::string_view method, std::uint64_t rows) {
  const std::string_view noun = noun_of(method);
  if (noun.empty()) return {};
  if (noun == "class") return grouped(rows) + (rows == 1 ? " class" : " classes");
  return counted(rows, noun);
}

std::string generations_text(const std::vector<std::uint8_t>& generations) {
  std::string text;
  for (std::size_t i = 0; i < generations.size(); ++i) {
    if (generations[i] == 0) continue;
    text += text.empty() ? "" : ", ";
    text += i < rules::kGenerationCount ? std::string(rules::name_of_generation(static_cast<std::uint8_t>(i)))
                                        : fmt::format("generation {}", i);
  }
  return text.empty() ? "nothing" : text;
}

std::string reason_text(std::uint32_t reason) {
  if (reason == abi::COR_PRF_GC_INDUCED) return "induced";
  return reason == abi::COR_PRF_GC_OTHER ? "not induced" : fmt::format("reason {}", reason);
}

CallbackText text_of(const Callback& callback, const Places& places, const Style& style) {
  CallbackText text{.head = printable(callback.name), .rows = {}};
  switch (callback.call) {
    case Call::kGarbageCollectionStarted:
      text.head +=
          " collects " + generations_text(callback.generations) + ", " + reason_text(callback.reason);
      return text;
    case Call::kRuntimeSuspendStarted:
      text.head += " " + suspend_text(callback.reason);
      return text;
    case Call::kObjectReferences:
      text.head +=
          fmt::format(" {} ({}),", places.after(callback.object), class_text(callback.object_class, places));
      break;
    case Call::kObjectAllocated:
      text.head +=
          fmt::format(" {} ({})", places.before(callback.object), class_text(callback.object_class, places));
      return text;
    case Call::kFinalizeableObjectQueued:
      text.head += " " + places.before(callback.object);
      if (callback.flags == abi::COR_PRF_FINALIZER_CRITICAL) {
        text.head += ", critical";
      } else if (callback.flags != 0) {
        text.head += fmt::format(", flags {:#x}", callback.flags);
      }
      return text;
    case Call::kHandleCreated:
      text.head += fmt::format(" {:#x} for {}", callback.handle, places.before(callback.object));
      return text;
    case Call::kHandleDestroyed:
      text.head += fmt::format(" {:#x}", callback.handle);
      return text;
    default:
      break;
  }
  const std::string count = rows_text(callback.name, rows_of(callback));
  if (!count.empty()) text.head += (callback.call == Call::kObjectReferences ? " " : ", ") + count;
  text.rows = rows(callback, places, style);
  return text;
}

}  // namespace gcrucible::report

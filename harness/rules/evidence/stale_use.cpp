#include "harness/rules/evidence/stale_use.h"

#include <fmt/format.h>

#include "harness/rules/judge/checker.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/read/name_index.h"

namespace gcrucible::rules {
namespace {

using Kind = StaleUse::Kind;

// In the order of the enumerators.
constexpr trace::NameIndex<7> kKinds{
    {"moved", "died", "interior", "ahead", "vacated", "unknown", "forgotten"}};

std::string moved_text(const StaleUse& use, const std::string& object) {
  if (use.object == kNoObject) {
    return fmt::format("{} lies in a range that collection {} moved away", id(use.at), use.collection);
  }
  std::string text = use.at == use.was
                         ? fmt::format("{} was the ObjectID of {} until collection {} moved it", id(use.at),
                                       object, use.collection)
                         : fmt::format("{} lies in memory that {}, then {}, left in collection {}",
                                       id(use.at), object, id(use.was), use.collection);
  return text + (use.now ? fmt::format("; it is at {} now", id(*use.now)) : "; it has died since");
}

}  // namespace

std::optional<StaleUse> decode_stale(const trace::Event& event) {
  const std::size_t kind = kKinds.find(trace::text_in(event, "kind"));
  if (kind == kKinds.kNone) return std::nullopt;
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  StaleUse use{.kind = static_cast<Kind>(kind),
               .at = number("at"),
               .was = number("was"),
               .now = trace::number_in(event, "now"),
               .collection = static_cast<std::uint32_t>(number("collection")),
               .line = trace::number_in(event, "line").value_or(kNoLine)};
  if (const auto object = trace::number_in(event, "object")) use.object = static_cast<std::uint32_t>(*object);
  return use;
}

std::string text_of(const StaleUse& use) {
  const std::string object = fmt::format("object {}", use.object);
  switch (use.kind) {
    case Kind::kMoved:
      return moved_text(use, object);
    case Kind::kDied:
      return use.at == use.was ? fmt::format("{} was the ObjectID of {}, which died in collection {}",
                                             id(use.at), object, use.collection)
                               : fmt::format("{} lies in memory of {}, then {}, which died in collection {}",
                                             id(use.at), object, id(use.was), use.collection);
    case Kind::kAhead:
      return fmt::format(
          "{} is where collection {} was about to move {}; until that collection ended it was at {}",
          id(use.at), use.collection, object, id(use.now.value_or(0)));
    case Kind::kInterior:
      return fmt::format("{} lies inside {}, whose ObjectID was {}", id(use.at), object, id(use.was));
    case Kind::kVacated:
      return fmt::format("{} is memory that the heap had released; its owner is not recorded", id(use.at));
    case Kind::kForgotten:
      return fmt::format("{} is not an ObjectID; whether it ever was one is not recorded", id(use.at));
    case Kind::kUnknown:
      break;
  }
  return fmt::format("{} was never an ObjectID: no object of this run began there", id(use.at));
}

}  // namespace gcrucible::rules

// Rules about ids that are not ObjectIDs, or no longer ones.
#include "harness/abi/hresults.h"
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/stale_use.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/checks.h"
#include "harness/trace/read/spoiled.h"

namespace gcrucible::rules {
namespace {

using Kind = StaleUse::Kind;

constexpr std::string_view kFromStarted =
    " The profiler had that id in GarbageCollectionStarted of this collection and uses it in "
    "GarbageCollectionFinished, where objects are at their new addresses.";

bool is_from_started(const StaleUse& use, const OpenInfo* call, const History& history) {
  return call != nullptr && call->inside_call == Call::kGarbageCollectionFinished &&
         use.kind == Kind::kMoved && use.collection == history.collection().number &&
         history.own_calls().had_in_started(use.at);
}

// The number is another argument of the surrounding callback, as if the profiler had taken the callback for
// another one.
std::string other_argument_text(const StaleUse& use, const OpenInfo* call, const History& history) {
  const InFlight* const around =
      call == nullptr || use.kind != Kind::kUnknown ? nullptr : history.in_flight().find(call->inside);
  if (around == nullptr || use.at == 0) return {};
  const bool is_class = use.at == around->object_class;
  if (!is_class && use.at != around->entries) {
    if (around->call != Call::kObjectAllocated) return {};
    return fmt::format(
        " ObjectAllocated passed {} as the object. If that was asked for, the profiler's function leaves out "
        "a parameter, such as the first one (this, self).",
        id(around->subject));
  }
  return fmt::format(
      " It is the {} that {} passed. The profiler's slot of {} may hold another method, or read its "
      "arguments in another order.",
      is_class ? "ClassID" : "number of entries", name_of(around->call), name_of(around->call));
}

void report(const ModelLine& line, const StaleUse& use, const History& history, Ruling& ruling) {
  const OpenInfo* const call = history.open_infos().find(use.line);
  const std::string_view method = trace::text_in(*line.event, "method");
  const bool is_harmless = info_method_of(method) == InfoMethod::kGetObjectGeneration;
  const bool from_started = is_from_started(use, call, history);
  const std::string other = other_argument_text(use, call, history);
  const std::string harmless = is_harmless && other.empty() ? harmless_text(ruling.rule()) : std::string();
  Finding finding{.what = fmt::format("{} received an invalid ObjectID: {}.{}{}{}", method, text_of(use),
                                      other, harmless, from_started ? kFromStarted : ""),
                  .collection = history.collection().empty() ? 0 : history.collection().number,
                  .line = use.line,
                  .callback = std::string(method),
                  .thread = call == nullptr ? line.event->thread : call->thread,
                  .object = use.object,
                  .address = use.at,
                  .explained = from_started || !other.empty()};
  ruling.broken(std::move(finding));
}

// Between the brackets no id may be used. Other rules cover that.
std::optional<StaleUse> use_outside_brackets(const ModelLine& line, const History& history) {
  auto use = decode_stale(*line.event);
  if (!use || use->line == kNoLine || is_between(history)) return std::nullopt;
  return use;
}

void moved(const ModelLine& line, const History& history, Ruling& ruling) {
  const auto use = use_outside_brackets(line, history);
  if (use && use->kind == Kind::kMoved) report(line, *use, history, ruling);
}

void interior(const ModelLine& line, const History& history, Ruling& ruling) {
  const auto use = use_outside_brackets(line, history);
  if (use && use->kind == Kind::kInterior) report(line, *use, history, ruling);
}

void invalid(const ModelLine& line, const History& history, Ruling& ruling) {
  const auto use = decode_stale(*line.event);
  if (!use || use->line == kNoLine) return;
  // A number that is no id is wrong between the brackets too.
  if (is_between(history) && other_argument_text(*use, history.open_infos().find(use->line), history).empty())
    return;
  if (use->kind != Kind::kMoved && use->kind != Kind::kInterior && use->kind != Kind::kAhead) {
    report(line, *use, history, ruling);
  }
}

void valid(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.asked || info.arg(0).value_or(0) == 0) return;
  if (history.header().source != "simulated") return ruling.cannot("the trace has no model of the objects");
  if (info.succeeded()) ruling.kept();
}

void read(const End& end, const History& history, Ruling& ruling) {
  const InFlight* const around = died_in(end, history);
  std::string what = fmt::format("The process died: {}.", fault_text(end));
  Finding finding = around != nullptr ? finding_at(*around, std::move(what))
                                      : Finding{.what = std::move(what), .line = end.line, .callback = {}};
  if (end.object) finding.object = *end.object;
  ruling.broken(std::move(finding));
}

void read_moved(const End& end, const History& history, Ruling& ruling) {
  if (end.fault == "moved" && !is_between(history)) read(end, history, ruling);
}

void read_invalid(const End& end, const History& history, Ruling& ruling) {
  if ((end.fault == "died" || end.fault == "vacated") && !is_between(history)) read(end, history, ruling);
}

constexpr std::string_view kOccasion = "an Info call by the profiler with an ObjectID";

// The access that the process died of, and the last answer of the probe.
void moved_at_end(const End& end, const History& history, Ruling& ruling) {
  read_moved(end, history, ruling);
  cache_follows_before_shutdown(end, history, ruling);
}

void failed(const InfoEvent& info, const History&, Ruling& ruling) {
  if (!info.asked && spoils(info)) ruling.kept();
}

void goes_on(const OpenInfo& info, const History& history, Ruling& ruling) {
  const OwnCalls::Spoiled& spoiled = history.own_calls().spoiled();
  if (spoiled.line == kNoLine) return;
  for (const trace::Value& argument : info.args.values()) {
    if (!trace::is_spoiled(argument.number)) continue;
    return broken(
        info, ruling,
        fmt::format("{} is called {} with {}, which a failed call has left; the last of them was {}, with "
                    "{} in line {}.",
                    info.name.empty() ? abi::name_of(info.method) : std::string_view(info.name),
                    place_text(info), id(argument.number), abi::name_of(spoiled.method),
                    abi::hresult_text(spoiled.hr), spoiled.line));
  }
}

constexpr Binding kBindings[] = {
    {.id = "object-ids/failed-inspection",
     .occasion = "an inspecting call by the profiler that fails under a runtime that then spoils out values",
     .collection = failed_inspection_in_answer,
     .infos = InfoSet::all(),
     .info = failed,
     .opened = goes_on},
    {.id = "object-ids/cache-follows",
     .occasion = kOccasion,
     .collection = cache_follows_in_answer,
     .infos = kTakingObjects,
     .info = valid,
     .facts = {Fact::kStale},
     .model = moved,
     .end = moved_at_end},
    {.id = "object-ids/no-interior-pointers",
     .occasion = kOccasion,
     .infos = kTakingObjects,
     .info = valid,
     .facts = {Fact::kStale},
     .model = interior},
    {.id = "object-ids/only-valid-ids",
     .occasion = kOccasion,
     .infos = kTakingObjects,
     .info = valid,
     .facts = {Fact::kStale},
     .model = invalid,
     .end = read_invalid},
};

}  // namespace

std::span<const Binding> stale_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules

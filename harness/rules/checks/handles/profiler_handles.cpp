// Rules about the handles that a profiler makes with CreateHandle.
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = ProfilerHandle::Kind;

constexpr std::string_view kUnreported = "the trace does not record what happened to the handle's object";
constexpr std::string_view kAnswers = "GetObjectIDFromHandle";

Finding finding_of_answer(std::uint64_t line, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.number,
          .line = line,
          .callback = std::string(kAnswers)};
}

// The collection under way was not reported from its start.
bool may_have_moved(const Collection& collection, const History& history) {
  return history.may_be_orphans() || collection.finishes != 0;
}

// Before a collection: the handle holds the object for which it was created, or the object that the last
// collection left to it.
void answered(const InfoEvent& info, const History& history, Ruling& ruling, bool weak) {
  const Collection& collection = history.collection();
  const bool between =
      collection.starts == 0 && history.monitors_gc() && !may_have_moved(collection, history);
  const ProfilerHandle* const handle = history.profiler_handles().find(info.arg(0).value_or(0));
  const auto object = info.out(0);
  if (!between || handle == nullptr || !info.succeeded() || !object || (handle->kind == Kind::kWeak) != weak)
    return;
  if (*object == handle->object) return ruling.kept();
  ruling.broken(finding_at(info, collection,
                           fmt::format("Handle {:#x} holds {}, but the answer is {}.", handle->id,
                                       id(handle->object), id(*object))));
}

void weak_answered(const InfoEvent& info, const History& history, Ruling& ruling) {
  answered(info, history, ruling, true);
}
void strong_answered(const InfoEvent& info, const History& history, Ruling& ruling) {
  answered(info, history, ruling, false);
}

void judge_answers(const Collection& collection, Ruling& ruling, bool weak) {
  for (const HandleAnswer& answer : collection.handle_answers) {
    if ((answer.handle.kind == Kind::kWeak) != weak) continue;
    const auto held = held_after(answer.handle, collection);
    if (!held) {
      ruling.cannot(kUnreported);
      continue;
    }
    if (answer.object == *held) {
      ruling.kept();
      continue;
    }
    const std::string became = *held == 0
                                   ? fmt::format("the object that was at {} died", id(answer.handle.object))
                                   : fmt::format("its object is at {}", id(*held));
    ruling.broken(finding_of_answer(answer.line, collection,
                                    fmt::format("The answer for handle {:#x} is {}, but {}.",
                                                answer.handle.id, id(answer.object), became)));
  }
}

void weak_behind(const Collection& collection, const History&, Ruling& ruling) {
  judge_answers(collection, ruling, true);
}

void strong_behind(const Collection& collection, const History&, Ruling& ruling) {
  judge_answers(collection, ruling, false);
  for (const ProfilerHandle& handle : collection.profiler_handles) {
    if (handle.kind == Kind::kWeak || handle.object == 0) continue;
    const auto held = held_after(handle, collection);
    if (!held) {
      ruling.cannot(kUnreported);
    } else if (*held == 0 || (handle.kind == Kind::kPinned && *held != handle.object)) {
      ruling.broken({.what = fmt::format("The {} handle {:#x} holds {}, which {}.",
                                         handle.kind == Kind::kPinned ? "pinned" : "strong", handle.id,
                                         id(handle.object),
                                         *held == 0 ? "died" : fmt::format("was moved to {}", id(*held))),
                     .collection = collection.number,
                     .line = handle.line,
                     .callback = "CreateHandle"});
    } else {
      ruling.kept();
    }
  }
}

constexpr Binding kBindings[] = {
    {.id = "profiler-handles/weak",
     .occasion = "an answer of GetObjectIDFromHandle about a weak handle of CreateHandle",
     .collection = weak_behind,
     .infos = {InfoMethod::kGetObjectIDFromHandle},
     .info = weak_answered},
    {.id = "profiler-handles/strong-and-pinned",
     .occasion = "a strong or pinned handle created by CreateHandle",
     .collection = strong_behind,
     .infos = {InfoMethod::kGetObjectIDFromHandle},
     .info = strong_answered},
};

}  // namespace

std::span<const Binding> profiler_handle_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules

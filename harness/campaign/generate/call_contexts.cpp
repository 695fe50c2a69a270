#include "harness/campaign/generate/call_contexts.h"

#include <algorithm>

namespace gcrucible::campaign {
namespace {

constexpr std::array<std::string_view, kContextCount> kWords{"start",      "gen 0",   "gen 1",    "gen 2",
                                                             "background", "between", "attached", "end"};

// The highest generation, up to 2, in the arguments of GarbageCollectionStarted.
Context of_generations(std::span<const std::uint8_t> generations) {
  if (generations.size() > 2 && generations[2] != 0) return Context::kGeneration2;
  if (generations.size() > 1 && generations[1] != 0) return Context::kGeneration1;
  return Context::kGeneration0;
}

Context context_of(const rules::Callback& callback, const rules::History& history) {
  if (history.shut_down() || callback.call == rules::Call::kShutdown) return Context::kEnd;
  if (callback.call == rules::Call::kGarbageCollectionStarted) return of_generations(callback.generations);
  if (history.open_brackets() > 1) return Context::kBackground;
  if (history.open_brackets() == 1) return of_generations(history.collection().generations);
  return history.collections() == 0 ? Context::kStart : Context::kBetween;
}

}  // namespace

std::string_view word_of(Context context) {
  return kWords[static_cast<std::size_t>(context)];
}

void CallContexts::take(const rules::Callback& callback, const rules::History& history) {
  Row& row = callback.call == rules::Call::kOther ? others_[callback.name]
                                                  : rows_[static_cast<std::size_t>(callback.call)];
  ++row[static_cast<std::size_t>(context_of(callback, history))];
  if (history.attached()) ++row[static_cast<std::size_t>(Context::kAttached)];
}

void CallContexts::add(const CallContexts& other) {
  for (const auto& [name, counts] : other.others_) {
    Row& row = others_[name];
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += counts[i];
  }
  for (std::size_t call = 0; call < rows_.size(); ++call) {
    for (std::size_t i = 0; i < rows_[call].size(); ++i) rows_[call][i] += other.rows_[call][i];
  }
}

std::map<std::string, CallContexts::Row, std::less<>> CallContexts::rows() const {
  std::map<std::string, Row, std::less<>> named = others_;
  for (std::size_t call = 0; call < rows_.size(); ++call) {
    if (rows_[call] != Row{}) named.emplace(rules::name_of(static_cast<rules::Call>(call)), rows_[call]);
  }
  return named;
}

}  // namespace gcrucible::campaign

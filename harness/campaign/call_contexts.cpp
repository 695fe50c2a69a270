#include "harness/campaign/call_contexts.h"

#include <algorithm>

namespace gcrucible::campaign {
namespace {

constexpr std::array<std::string_view, kContextCount> kWords{"start",      "gen 0",   "gen 1",    "gen 2",
                                                             "background", "between", "attached", "end"};

// The highest of the small generations that a collection's Started names.
Context of_generations(std::span<const std::uint8_t> generations) {
  if (generations.size() > 2 && generations[2] != 0) return Context::kGeneration2;
  if (generations.size() > 1 && generations[1] != 0) return Context::kGeneration1;
  return Context::kGeneration0;
}

Context context_of(const rules::Callback& callback, const rules::History& history) {
  if (history.shut_down() || callback.call == rules::Call::kShutdown) return Context::kEnd;
  if (callback.call == rules::Call::kStarted) return of_generations(callback.generations);
  if (history.open_brackets() > 1) return Context::kBackground;
  if (history.open_brackets() == 1) return of_generations(history.collection().generations);
  return history.collections() == 0 ? Context::kStart : Context::kBetween;
}

}  // namespace

std::string_view word_of(Context context) {
  return kWords[static_cast<std::size_t>(context)];
}

void CallContexts::take(const rules::Callback& callback, const rules::History& history) {
  auto row = rows_.find(callback.name);
  if (row == rows_.end()) row = rows_.try_emplace(std::string(callback.name)).first;
  ++row->second[static_cast<std::size_t>(context_of(callback, history))];
  if (history.attached()) ++row->second[static_cast<std::size_t>(Context::kAttached)];
}

void CallContexts::add(const CallContexts& other) {
  for (const auto& [name, counts] : other.rows_) {
    Row& row = rows_[name];
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += counts[i];
  }
}

}  // namespace gcrucible::campaign

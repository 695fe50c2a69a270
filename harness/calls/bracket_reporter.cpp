#include "harness/calls/bracket_reporter.h"

#include <algorithm>
#include <array>

#include "harness/clr/callbacks/raise.h"

namespace gcrucible::calls {

using abi::CallbackMethod;
using program::ReportEdit;

void BracketReporter::report_started(const sim::Collection& collection) {
  clr::Profiler* profiler = clr_->profiler();
  if (!profiler->wants(CallbackMethod::kGarbageCollectionStarted)) return;
  edits_->applied(ReportEdit::Kind::kOmitStarted);
  if (edits_->any(ReportEdit::Kind::kOmitStarted)) return;
  edits_->applied(ReportEdit::Kind::kStartedTwice);
  edits_->applied(ReportEdit::Kind::kWrongGenerations);
  edits_->applied(ReportEdit::Kind::kWrongReason);
  std::array<abi::BOOL, sim::kGenerationCount> covered{};
  for (std::size_t i = 0; i < covered.size(); ++i) covered[i] = collection.condemned[i] ? 1 : 0;
  for (const ReportEdit& edit : collect_->reporting.edits) {
    if (edit.kind != ReportEdit::Kind::kWrongGenerations) continue;
    for (std::size_t i = 0; i < covered.size(); ++i) {
      covered[i] = i < edit.generations.size() && edit.generations[i] ? 1 : 0;
    }
  }
  const bool induced = collect_->induced != edits_->any(ReportEdit::Kind::kWrongReason);
  const auto reason = induced ? abi::COR_PRF_GC_INDUCED : abi::COR_PRF_GC_OTHER;
  const int count = std::min<int>(clr_->runtime().generations, static_cast<int>(covered.size()) - 1);
  const int times = edits_->any(ReportEdit::Kind::kStartedTwice) ? 2 : 1;
  for (int i = 0; i < times; ++i) {
    profiler->raise<CallbackMethod::kGarbageCollectionStarted>({}, count, covered.data(), reason);
  }
}

void BracketReporter::report_finished() {
  clr::Profiler* profiler = clr_->profiler();
  if (!profiler->wants(CallbackMethod::kGarbageCollectionFinished)) return;
  edits_->applied(ReportEdit::Kind::kOmitFinished);
  if (edits_->any(ReportEdit::Kind::kOmitFinished)) return;
  edits_->applied(ReportEdit::Kind::kFinishedTwice);
  const int times = edits_->any(ReportEdit::Kind::kFinishedTwice) ? 2 : 1;
  for (int i = 0; i < times; ++i) {
    profiler->raise<CallbackMethod::kGarbageCollectionFinished>({});
  }
}

}  // namespace gcrucible::calls

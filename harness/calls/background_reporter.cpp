#include "harness/calls/background_reporter.h"

namespace gcrucible::calls {

void BackgroundReporter::started(const sim::Collection& collection) {
  lines_->heap(collection.number, true);
  clr_->handles().defer(true);
  clr_->handles().settle();
}

void BackgroundReporter::marked(const sim::Collection& collection, std::uint16_t) {
  lines_->plan(collection);
  lines_->queued(collection);
}

void BackgroundReporter::moved(const sim::Collection&, std::uint16_t) {
  clr_->handles().settle();
}

void BackgroundReporter::ended(const sim::Collection& collection) {
  lines_->cleared(collection);
  lines_->audit(collection.number, clr_->engine().audit_findings());
  lines_->heap(collection.number, false);
  clr_->handles().settle();
  clr_->handles().defer(false);
}

}  // namespace gcrucible::calls

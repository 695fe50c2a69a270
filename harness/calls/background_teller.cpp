#include "harness/calls/background_teller.h"

namespace gcrucible::calls {

void BackgroundTeller::started(const sim::Collection& collection) {
  lines_->heap(collection.number, true);
  clr_->handles().defer(true);
  clr_->handles().settle();
}

void BackgroundTeller::marked(const sim::Collection& collection, std::uint16_t) {
  lines_->plan(collection);
  lines_->queued(collection);
}

void BackgroundTeller::moved(const sim::Collection&, std::uint16_t) {
  clr_->handles().settle();
}

void BackgroundTeller::ended(const sim::Collection& collection) {
  lines_->cleared(collection);
  lines_->audit(collection.number, clr_->engine().audit_findings());
  lines_->heap(collection.number, false);
  clr_->handles().settle();
  clr_->handles().defer(false);
}

}  // namespace gcrucible::calls

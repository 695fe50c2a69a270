#include "harness/rules/report_state.h"

namespace gcrucible::rules {

void ReportState::take(const Header&, const History&) {}
void ReportState::take(const Callback&, const History&) {}
void ReportState::take(const Return&, const History&) {}
void ReportState::take(const InfoEvent&, const History&) {}
void ReportState::take(const ModelLine&, const History&) {}
void ReportState::take(const Collection&, const History&) {}
void ReportState::take(const End&, const History&) {}

}  // namespace gcrucible::rules

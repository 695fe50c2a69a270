#include "harness/rules/thread_table.h"

namespace gcrucible::rules {

void ThreadTable::take(const Header&, const History&) {}
void ThreadTable::take(const Callback&, const History&) {}
void ThreadTable::take(const Return&, const History&) {}
void ThreadTable::take(const InfoEvent&, const History&) {}
void ThreadTable::take(const ModelLine&, const History&) {}
void ThreadTable::take(const Collection&, const History&) {}
void ThreadTable::take(const End&, const History&) {}

}  // namespace gcrucible::rules

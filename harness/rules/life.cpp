#include "harness/rules/life.h"

namespace gcrucible::rules {

void Life::take(const Header&, const History&) {}
void Life::take(const Callback&, const History&) {}
void Life::take(const Return&, const History&) {}
void Life::take(const InfoEvent&, const History&) {}
void Life::take(const ModelLine&, const History&) {}
void Life::take(const Collection&, const History&) {}
void Life::take(const End&, const History&) {}

}  // namespace gcrucible::rules

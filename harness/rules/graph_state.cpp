#include "harness/rules/graph_state.h"

namespace gcrucible::rules {

void GraphState::take(const Header&, const History&) {}
void GraphState::take(const Callback&, const History&) {}
void GraphState::take(const Return&, const History&) {}
void GraphState::take(const InfoEvent&, const History&) {}
void GraphState::take(const ModelLine&, const History&) {}
void GraphState::take(const Collection&, const History&) {}
void GraphState::take(const End&, const History&) {}

}  // namespace gcrucible::rules

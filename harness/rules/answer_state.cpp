#include "harness/rules/answer_state.h"

namespace gcrucible::rules {

void AnswerState::take(const Header&, const History&) {}
void AnswerState::take(const Callback&, const History&) {}
void AnswerState::take(const Return&, const History&) {}
void AnswerState::take(const InfoEvent&, const History&) {}
void AnswerState::take(const ModelLine&, const History&) {}
void AnswerState::take(const Collection&, const History&) {}
void AnswerState::take(const End&, const History&) {}

}  // namespace gcrucible::rules

// What earlier answers of Info methods said, for rules that compare later ones with them.
#pragma once

#include "harness/rules/callback.h"
#include "harness/rules/end.h"
#include "harness/rules/header.h"
#include "harness/rules/info_event.h"
#include "harness/rules/model_line.h"

namespace gcrucible::rules {

struct Collection;
class History;

// The history owns it and hands it every line, when it has taken the line in itself: `history` is as it is
// behind the line. Checkers see it as it is before theirs. One thread.
class AnswerState {
 public:
  void take(const Header& header, const History& history);
  void take(const Callback& callback, const History& history);
  void take(const Return& returned, const History& history);
  void take(const InfoEvent& info, const History& history);
  void take(const ModelLine& line, const History& history);
  // A collection of which all is known, after its checks. Callbacks that come between its Finished and the
  // beginning of the next collection are taken before.
  void take(const Collection& collection, const History& history);
  void take(const End& end, const History& history);
};

}  // namespace gcrucible::rules

// Observes the judging of a trace.
#pragma once

namespace gcrucible::rules {

struct Callback;
struct Collection;
struct InfoEvent;
class History;

// Receives the same events as the judge. Pictures are made from it.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  // A callback's entry, before the history takes it in.
  virtual void entered(const Callback& callback, const History& history) = 0;
  // The answer of an Info call, before the history takes it in.
  virtual void answered(const InfoEvent&, const History&) {}
  // A collection that is completely known.
  virtual void closed(const Collection& collection) = 0;
};

}  // namespace gcrucible::rules

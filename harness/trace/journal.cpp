#include "harness/trace/journal.h"

#include <array>
#include <atomic>

namespace gcrucible::trace {
namespace {

// Operating systems reuse the id of an ended thread. Two threads would become one in the trace.
std::uint64_t identity_of_this_thread() {
  static std::atomic<std::uint64_t> next{0};
  thread_local const std::uint64_t identity = next.fetch_add(1, std::memory_order_relaxed);
  return identity;
}

}  // namespace

std::uint32_t Journal::number_of_this_thread() {
  const std::uint64_t identity = identity_of_this_thread();
  if (identity == last_thread_) return last_number_;
  const auto number = static_cast<std::uint32_t>(threads_.size());
  last_number_ = threads_.try_emplace(identity, number).first->second;
  last_thread_ = identity;
  return last_number_;
}

std::uint64_t Journal::add(Event event) {
  const std::lock_guard lock(mutex_);
  if (ended_) return kNoLine;
  if (event.kind == EventKind::kHeader) {
    event.n = 0;
  } else {
    event.n = next_++;
  }
  if (event.kind == EventKind::kEnd) {
    ended_ = true;
  } else if (event.kind != EventKind::kHeader) {
    event.thread = number_of_this_thread();
  }
  for (Sink* sink : sinks_) sink->on(event);
  return event.n;
}

void Journal::header(std::span<const Field> fields) {
  add({.kind = EventKind::kHeader, .fields = fields});
}

std::uint64_t Journal::callback(std::string_view method, std::span<const Field> fields) {
  return add({.kind = EventKind::kCallback, .name = method, .fields = fields});
}

std::uint64_t Journal::info(std::string_view method, std::uint64_t inside, std::span<const Value> args) {
  const std::array<Field, 1> fields{Field{"args", list(args)}};
  return add({.kind = EventKind::kInfo, .name = method, .link = inside, .fields = fields});
}

void Journal::returned(std::uint64_t entry, std::int32_t hr) {
  if (entry == kNoLine) return;
  add({.kind = EventKind::kReturn, .link = entry, .hr = hr});
}

void Journal::returned(std::uint64_t entry, std::int32_t hr, std::span<const Value> out,
                       std::span<const Field> more) {
  if (entry == kNoLine) return;
  if (!more.empty()) {
    std::vector<Field> fields;
    if (!out.empty()) fields.push_back({"out", list(out)});
    fields.insert(fields.end(), more.begin(), more.end());
    add({.kind = EventKind::kReturn, .link = entry, .hr = hr, .fields = fields});
    return;
  }
  if (out.empty()) return returned(entry, hr);
  const std::array<Field, 1> fields{Field{"out", list(out)}};
  add({.kind = EventKind::kReturn, .link = entry, .hr = hr, .fields = fields});
}

std::uint64_t Journal::probe(std::string_view why, std::span<const Field> fields) {
  return add({.kind = EventKind::kProbe, .name = why, .fields = fields});
}

void Journal::model(std::string_view fact, std::span<const Field> fields) {
  add({.kind = EventKind::kModel, .name = fact, .fields = fields});
}

void Journal::end(std::span<const Field> fields) {
  add({.kind = EventKind::kEnd, .fields = fields});
}

std::uint64_t Journal::lines() const {
  const std::lock_guard lock(mutex_);
  return next_;
}

}  // namespace gcrucible::trace

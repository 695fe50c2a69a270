#include "harness/driver/trace/last_calls.h"

#include <map>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/driver/trace/id_text.h"
#include "harness/driver/trace/outcome_trace.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/json_text.h"

namespace gcrucible::driver {
namespace {

constexpr std::size_t kMost = 5;
// A list of ids may be long.
constexpr std::size_t kMostCharacters = 80;

std::string arguments_of(const trace::Event& event) {
  const trace::Value* const arguments = trace::find(event, "args");
  if (arguments == nullptr) return "[]";
  trace::JsonText text;
  text.value(*arguments);
  std::string all = with_hexadecimal_ids({text.characters().data(), text.characters().size()});
  if (all.size() > kMostCharacters) all = all.substr(0, kMostCharacters) + "...";
  return all;
}

std::vector<std::pair<std::string, std::uint64_t>> lengths_of(const trace::Event& event) {
  std::vector<std::pair<std::string, std::uint64_t>> lengths;
  for (const trace::Field& field : event.fields) {
    if (field.value.kind == trace::Value::Kind::kTable) {
      lengths.emplace_back(field.key, field.value.table.rows);
    } else if (field.value.kind == trace::Value::Kind::kList) {
      lengths.emplace_back(field.key, field.value.list.size());
    }
  }
  return lengths;
}

// The calls of one callback, or of a thread outside of any callback.
struct Asked {
  std::string callback;
  std::vector<std::pair<std::string, std::uint64_t>> lengths;  // of the callback's arrays
  std::vector<std::pair<std::uint64_t, CalledInfo>> calls;     // with the lines of their entries

  void add(std::uint64_t line, CalledInfo call) {
    // One more than are listed, for a call that has not returned.
    if (calls.size() > kMost) calls.erase(calls.begin());
    calls.emplace_back(line, std::move(call));
  }
  void returned(std::uint64_t line, std::int32_t hr) {
    for (auto& [entry, call] : calls) {
      if (entry == line) call.result = abi::hresult_text(hr);
    }
  }
};

// The calls by the line of their callback; kNoLine: outside of any callback.
class LastCalls {
 public:
  void take(const trace::Event& event) {
    if (event.kind == trace::EventKind::kCallback) {
      Asked& asked = asked_[event.n];
      asked.callback = event.name;
      asked.lengths = lengths_of(event);
    } else if (event.kind == trace::EventKind::kInfo) {
      asked_[event.link].add(
          event.n, {.method = std::string(event.name), .arguments = arguments_of(event), .result = {}});
      inside_[event.n] = event.link;
    } else if (event.kind == trace::EventKind::kReturn) {
      take_return(event);
    }
  }
  // The calls of the last callback with that name that has not returned; null if there is none.
  const Asked* of(const std::string& callback) const {
    for (auto each = asked_.rbegin(); each != asked_.rend(); ++each) {
      if (each->second.callback == callback) return &each->second;
    }
    return nullptr;
  }
  const Asked* of_none() const {
    const auto found = asked_.find(trace::kNoLine);
    return found == asked_.end() ? nullptr : &found->second;
  }

 private:
  void take_return(const trace::Event& event) {
    if (const auto call = inside_.find(event.link); call != inside_.end()) {
      if (const auto around = asked_.find(call->second); around != asked_.end())
        around->second.returned(event.link, event.hr);
      inside_.erase(call);
    } else {
      asked_.erase(event.link);
    }
  }

  std::map<std::uint64_t, Asked> asked_;
  std::map<std::uint64_t, std::uint64_t> inside_;
};

}  // namespace

void read_last_calls(Outcome& outcome) {
  if (outcome.died.empty() || outcome.is_found_later() || outcome.probing) return;
  if (outcome.trace_path.empty() && outcome.trace_text.empty()) return;
  LastCalls calls;
  trace::Reader reader = reader_of(outcome);
  trace::read_all(reader, [&](const trace::Event& event) { calls.take(event); });
  const bool inside = outcome.inside_callback && !outcome.own_thread;
  const Asked* const asked = inside ? calls.of(outcome.last_callback) : calls.of_none();
  if (asked == nullptr) return;
  if (inside) outcome.passed_lengths = asked->lengths;
  for (const auto& [entry, call] : asked->calls) {
    if (!call.result.empty()) {
      outcome.last_calls.push_back(call);
    } else if (outcome.fate == Fate::kHung && !outcome.held && outcome.inside_method.empty() &&
               outcome.own_question.empty()) {
      // While the runtime is suspended, the open call is that of another thread, which goes on.
      outcome.inside_method = call.method;
      outcome.arguments = "its arguments are " + call.arguments;
    }
  }
  if (outcome.last_calls.size() > kMost) outcome.last_calls.erase(outcome.last_calls.begin());
}

}  // namespace gcrucible::driver

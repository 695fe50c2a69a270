#include <fmt/format.h>

#include "harness/abi/hresults.h"
#include "harness/scenario/expect/comparison.h"

namespace gcrucible::scenario {
namespace {

std::string shown(const ExpectedValue& value) {
  using Kind = ExpectedValue::Kind;
  switch (value.kind) {
    case Kind::kAny:
      return "any";
    case Kind::kNull:
      return "null";
    case Kind::kFlag:
      return value.number != 0 ? "true" : "false";
    case Kind::kNumber:
      return to_text(value.number);
    case Kind::kText:
      return "\"" + value.text + "\"";
    case Kind::kObject:
      return "the address of " + name_in_quotes(value.text);
    case Kind::kType:
      return "the ClassID of " + name_in_quotes(value.text);
    case Kind::kList:
      break;
  }
  std::string text = "[";
  for (std::size_t i = 0; i < value.items.size(); ++i) text += (i == 0 ? "" : ", ") + shown(value.items[i]);
  return text + "]";
}

class Matcher {
 public:
  Matcher(const TraceSummary& summary, const ObservedAnswer& answer) : summary_(&summary), answer_(&answer) {}

  bool matches(const ExpectedValue& expected, const Datum& got) const {
    using Kind = ExpectedValue::Kind;
    const bool numeric = got.kind == Datum::Kind::kNumber || got.kind == Datum::Kind::kFlag;
    switch (expected.kind) {
      case Kind::kAny:
        return true;
      case Kind::kNull:
        return got.kind == Datum::Kind::kNull;
      case Kind::kFlag:
        return numeric && (got.number != 0) == (expected.number != 0);
      case Kind::kNumber:
        return numeric && got.number == expected.number;
      case Kind::kText:
        return got.kind == Datum::Kind::kText && got.text == expected.text;
      case Kind::kObject:
        return numeric && is_address(static_cast<std::uint32_t>(expected.number), got.number);
      case Kind::kType: {
        const auto id = summary_->classes.find(static_cast<std::uint32_t>(expected.number));
        return numeric && id != summary_->classes.end() && id->second == got.number;
      }
      case Kind::kList:
        break;
    }
    if (got.kind != Datum::Kind::kList || got.items.size() != expected.items.size()) return false;
    for (std::size_t i = 0; i < got.items.size(); ++i) {
      if (!matches(expected.items[i], got.items[i])) return false;
    }
    return true;
  }

 private:
  // During a collection the answer may have the object's address from before or after the move. Both are
  // correct.
  bool is_address(std::uint32_t object, std::uint64_t address) const {
    const auto known = answer_->addresses.find(object);
    if (known != answer_->addresses.end() && known->second == address) return true;
    if (!answer_->collection) return false;
    const rules::HeapObject* const after =
        find(summary_->collections[*answer_->collection].model.after, object);
    return after != nullptr && after->at == address;
  }

  const TraceSummary* summary_;
  const ObservedAnswer* answer_;
};

}  // namespace

void compare_answer(const ExpectedAnswer& expected, Comparison& comparison) {
  const auto found = comparison.summary().answers.find(expected.ask);
  if (found == comparison.summary().answers.end()) {
    if (!expected.inside.empty() &&
        comparison.skips(expected.inside, expected.place, expectation_count(expected)))
      return;
    comparison.fail(
        expected.place, "an answer from " + expected.call,
        "the run never asked it" +
            (expected.inside.empty() ? std::string()
                                     : (expected.in_collection ? ": that collection had no "
                                                               : ": after that step there was no ") +
                                           expected.inside) +
            comparison.because(expected.inside));
    return;
  }
  const ObservedAnswer& answer = found->second;
  if (expected.hr) {
    const std::string_view name = abi::hresult_name(answer.hr);
    const auto number = static_cast<std::uint32_t>(answer.hr);
    comparison.check(answer.hr == *expected.hr, expected.place,
                     fmt::format("{} to return {}", expected.call, expected.hr_text),
                     "it returned " + (name.empty() ? fmt::format("0x{:08X}", number) : std::string(name)),
                     answer.line);
  }
  if (!expected.out) return;
  comparison.check(Matcher(comparison.summary(), answer).matches(*expected.out, answer.out),
                   expected.out->place, fmt::format("{} to answer {}", expected.call, shown(*expected.out)),
                   "it answered " + to_text(answer.out), answer.line);
}

}  // namespace gcrucible::scenario

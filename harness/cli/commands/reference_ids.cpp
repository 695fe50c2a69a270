#include "harness/cli/commands/reference_ids.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "harness/abi/hresults.h"
#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/cli/text/interface_text.h"
#include "harness/rules/decode/call.h"
#include "harness/rules/decode/info_method.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

constexpr std::array<Question, 17> kQuestions{{
    {"Q-01",
     "about how long the second block of the documentation's ten-object example is: one page prints 2, "
     "another 3",
     "3. Lengths are distances of addresses, not numbers of objects; with 2 the range ends where object 12 "
     "starts, and 12 would count as dead (moved/half-open-range)."},
    {"Q-04",
     "on whether MovedReferences reports only blocks that moved, as its parameters say, or all survivors of "
     "a compacted generation",
     "All survivors. A block that stayed is reported with the old start equal to the new one."},
    {"Q-05", "on whether a collection as a whole compacts or not, or each of its generations for itself",
     "Each generation for itself: in one collection some may be reported as moved and others as surviving."},
    {"Q-07",
     "on whether survivors on the large object heap are always reported as surviving, although runtimes can "
     "compact that heap",
     "As surviving, unless the collection compacts the large object heap; then as moved, never both."},
    {"Q-08",
     "on whether MovedReferences may come several times in one collection; the page says so of "
     "SurvivingReferences only",
     "It may. The ranges of all calls of one collection add up."},
    {"Q-09",
     "on what a failure HRESULT of RootReferences2 leads to: nothing, or that RootReferences is left out",
     "Both are accepted. .NET 10 leaves RootReferences out for that batch, and so does `runtime: net10`."},
    {"Q-10",
     "on whether FinalizeableObjectQueued has the object's address from before the move or from after it",
     "From before: it comes while the collector marks. The collection's ranges lead to the new address."},
    {"Q-11", "on whether ObjectsAllocatedByClass needs MONITOR_GC alone, or MONITOR_OBJECT_ALLOCATED as well",
     "The documentation says the first, .NET since version 6 asks for both; each runtime's file has its own "
     "answer (docs/reference/runtime-files.md)."},
    {"Q-15", "on whether every survivor is promoted into the next generation",
     "Usually. A real collector may keep or demote survivors, pinned ones above all, so a profiler should "
     "ask GetObjectGeneration."},
    {"Q-17",
     "on which collections have the reason INDUCED: those of GC.Collect only, or those of ForceGC too, and "
     "not all of GC.Collect's",
     "ForceGC and a plain GC.Collect are induced here. The reason is a hint."},
    {"Q-21",
     "on how long a detach waits between looks whether every thread has left the profiler: as long again, or "
     "twice as long",
     "Neither: no time passes between two steps, and it looks at the next one."},
    {"Q-22", "on whether an attached profiler may set MONITOR_EXCEPTIONS and ENABLE_REJIT",
     "Both runtimes say yes, as corprof.h does (`attach-mask` in docs/reference/runtime-files.md)."},
    {"Q-23", "on which flags of the high word an attached profiler may set",
     "0xF6 in both runtimes, as in corprof.h (`attach-mask` in docs/reference/runtime-files.md)."},
    {"Q-37",
     "on whether an object of exactly the threshold is large: the documentation says larger than it, .NET "
     "compares with at least",
     "`runtime: documented` goes by the documentation, `net10` by .NET."},
    {"Q-47", "on what GetClassLayout answers for strings and arrays: E_INVALIDARG, or any failure",
     "E_INVALIDARG for both, as .NET 10 does."},
    {"Q-48", "on what the first out value of GetStringLayout is, now that strings have no length of a buffer",
     "The offset of the string's length, the same as the second one."},
    {"Q-50",
     "on whether a profiler may set MONITOR_GC after Initialize: .NET refuses it while concurrent "
     "collections are on",
     "Set it in Initialize. A later SetEventMask may fail with CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE."},
}};

// `word` with the number at its end padded to the usual number of digits.
std::string with_digits(std::string_view word, std::size_t digits) {
  const std::size_t at = word.find_last_not_of("0123456789") + 1;
  std::string_view number = word.substr(at);
  if (number.empty()) return std::string(word);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  const std::size_t zeros = digits - std::min(digits, number.size());
  return std::string(word.substr(0, at)) + std::string(zeros, '0') + std::string(number);
}

constexpr std::string_view kMaskPrefix = "COR_PRF_";
constexpr std::size_t kQuestionDigits = 2, kRowDigits = 3;

}  // namespace

std::span<const Question> questions() {
  return kQuestions;
}

bool is_question(std::string_view word) {
  return word.starts_with("Q-");
}

bool is_row(std::string_view word) {
  return word.starts_with("GC-") || word.starts_with("PR-");
}

const Question* find_question(std::string_view id) {
  const auto* const found = std::ranges::find(kQuestions, with_digits(id, kQuestionDigits), &Question::id);
  return found == kQuestions.end() ? nullptr : &*found;
}

std::vector<const rules::Rule*> rules_of_row(std::string_view row) {
  const std::string number = with_digits(row, kRowDigits);
  std::vector<const rules::Rule*> found;
  for (const rules::Rule& rule : rules::catalogue()) {
    if (std::ranges::find(rule.rows, number) != rule.rows.end()) found.push_back(&rule);
  }
  return found;
}

bool is_name_in_code(std::string_view word) {
  return rules::call_of(word) != rules::Call::kOther || rules::info_method_of(word) != rules::kOtherInfo ||
         abi::hresult_from_name(word).has_value() || abi::hresult_from_number(word).has_value() ||
         mask_flag_named(word) != nullptr || abi::find_method(abi::kCallbackMethods, word) != nullptr ||
         is_interface(word);
}

const abi::MaskFlag* mask_flag_named(std::string_view word) {
  const abi::MaskFlag* const flag = abi::find_mask_flag(word);
  return flag != nullptr ? flag : abi::find_mask_flag(std::string(kMaskPrefix) + std::string(word));
}

bool is_same_name(std::string_view one, std::string_view other) {
  const auto letters = [](std::string_view name) {
    std::string text;
    for (const char c : name) {
      if (c != '_') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return text;
  };
  return letters(one) == letters(other);
}

std::string nearest_name_in_code(const std::string& word) {
  std::vector<std::string> names;
  for (const abi::MethodInfo& each : abi::kCallbackMethods) names.emplace_back(each.name);
  for (const abi::MethodInfo& each : abi::kInfoMethods) names.emplace_back(each.name);
  for (const abi::InterfaceInfo& each : abi::kCallbackInterfaces) names.emplace_back(each.name);
  for (const abi::InterfaceInfo& each : abi::kInfoInterfaces) names.emplace_back(each.name);
  for (const std::string_view each : com_interface_names()) names.emplace_back(each);
  for (const abi::HResultInfo& each : abi::kHResults) names.emplace_back(each.name);
  for (const abi::MaskFlag& each : abi::kMaskFlags) {
    names.emplace_back(each.name);
    names.emplace_back(each.name.substr(kMaskPrefix.size()));
  }
  const auto same =
      std::ranges::find_if(names, [&](const std::string& name) { return is_same_name(name, word); });
  return same != names.end() ? *same : yaml::nearest(word, names);
}

std::vector<const rules::Rule*> rules_that_name(std::string_view word) {
  const abi::MaskFlag* const flag = mask_flag_named(word);
  const std::string_view shorter =
      flag == nullptr ? std::string_view() : flag->name.substr(kMaskPrefix.size());
  // A text about MovedReferences also applies to MovedReferences2, unless it states otherwise.
  while (!word.empty() && std::isdigit(static_cast<unsigned char>(word.back())) != 0) word.remove_suffix(1);
  const auto names_in = [](std::string_view text, std::string_view name) {
    const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      std::size_t past = at + name.size();
      while (past < text.size() && std::isdigit(static_cast<unsigned char>(text[past])) != 0) ++past;
      if ((at == 0 || !part(text[at - 1])) && (past == text.size() || !part(text[past]))) return true;
    }
    return false;
  };
  const auto names = [&](std::string_view text) {
    return names_in(text, word) || (!shorter.empty() && names_in(text, shorter));
  };
  std::vector<const rules::Rule*> found;
  for (const rules::Rule& rule : rules::catalogue()) {
    // If the runtime must keep the rule, its code is only one example of many.
    const bool shown = rule.breaker == rules::Breaker::kProfiler && names(rule.right);
    if (names(rule.statement) || names(rule.cause) || names(rule.source) || shown) found.push_back(&rule);
  }
  return found;
}

Expected<void> check_row(const std::string& row) {
  if (!rules_of_row(row).empty()) return {};
  std::vector<std::string> rows;
  for (const rules::Rule& rule : rules::catalogue()) {
    for (const std::string_view each : rule.rows) rows.emplace_back(each);
  }
  return failure(fmt::format("no rule has the number '{}'; {}", row,
                             yaml::suggestion(row, rows, "docs/rules has the numbers of each rule")));
}

Expected<void> check_question(const std::string& id) {
  if (find_question(id) != nullptr) return {};
  std::vector<std::string_view> known;
  for (const Question& each : kQuestions) known.push_back(each.id);
  return failure(fmt::format("there is no question '{}'; there are {}", id, fmt::join(known, ", ")));
}

}  // namespace gcrucible::cli

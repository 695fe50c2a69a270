#include <gcrucible/result.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

#include "harness/library/result_access.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible {
namespace {

// Names of findings that are not ids of rules.
constexpr std::array<std::string_view, 14> kBesideRules{
    "crash",          "hang",           "exit",          "exception",    "closed-files",
    "expectation",    "written-files",  "references",    "array-memory", "object-memory",
    "written-memory", "left-processes", "process-state", "traversal"};

bool any(const std::vector<rules::Verdict>& verdicts, std::string_view glob, rules::Standing standing) {
  return std::ranges::any_of(verdicts, [&](const rules::Verdict& verdict) {
    return verdict.standing == standing && rules::matches(glob, verdict.rule->id);
  });
}

}  // namespace

Result::Result(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::vector<Finding>& Result::findings() const {
  return impl_->findings;
}

bool Result::broke(std::string_view rule) const {
  const bool found = std::ranges::any_of(
      impl_->findings, [&](const Finding& each) { return rules::matches(rule, each.rule); });
  if (found || any(impl_->verdicts, rule, rules::Standing::kBroken)) return true;
  // A misspelt rule must not look like a rule that was kept.
  if (rules::select(rule).empty() && std::ranges::find(kBesideRules, rule) == kBesideRules.end())
    throw Error("no rule matches '" + std::string(rule) + "'; gcrucible rules lists all");
  return false;
}

bool Result::kept(std::string_view rule) const {
  return !broke(rule) && any(impl_->verdicts, rule, rules::Standing::kKept);
}

const std::string& Result::refused() const {
  return impl_->refused;
}

const std::string& Result::unchecked() const {
  return impl_->unchecked;
}

const std::string& Result::died() const {
  return impl_->died;
}

const std::string& Result::text() const {
  return impl_->text;
}

const std::string& Result::trace() const {
  return impl_->trace;
}

const std::string& Result::yaml() const {
  return impl_->yaml;
}

const std::string& Result::output() const {
  return impl_->output;
}

const std::string& Result::error_output() const {
  return impl_->error_output;
}

std::uint32_t Result::collections() const {
  return impl_->collections;
}

std::ostream& operator<<(std::ostream& out, const Finding& finding) {
  return out << finding.rule << ": " << finding.what;
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
  return out << result.text();
}

}  // namespace gcrucible

#include "harness/library/rule_names.h"

#include <gcrucible/export.h>

#include <utility>

#include "harness/rules/catalogue/rule.h"
#include "harness/verdict/rule_globs.h"

namespace gcrucible {

scenario::RuleNames rule_names() {
  scenario::RuleNames names;
  for (const rules::Rule& rule : rules::catalogue()) names.emplace_back(rule.id);
  return names;
}

rules::Selection selection_of(std::vector<std::string> only, std::vector<std::string> skip) {
  rules::Selection selection;
  selection.only = std::move(only);
  selection.skip = std::move(skip);
  if (const auto known = verdict::check_globs(selection); !known) throw Error(known.error());
  return selection;
}

}  // namespace gcrucible

// Files that state what the rules say about the damaged traces of the tests.
#pragma once

#include <string>
#include <vector>

#include "harness/rules/judge/judge.h"

namespace gcrucible::tests {

// All findings, one a line, with their places, values and the rule that caused them.
std::string statement_of(const std::vector<rules::Verdict>& verdicts);
// Compares the text with tests/harness/rules/stated/NAME. With GCRUCIBLE_UPDATE=1 it writes the file.
void check_stated(const std::string& name, const std::string& text);

}  // namespace gcrucible::tests

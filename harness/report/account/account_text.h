// The account of a run as tables for the terminal.
#pragma once

#include <string>

#include "harness/account/account.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// Three tables: allocation by type, the lifetimes of objects in numbers, and in bytes. Types with the most
// bytes come first. At most one screen unless the style is verbose. One line if the run has no object.
std::string account_text(const account::Account& account, const Style& style);

}  // namespace gcrucible::report

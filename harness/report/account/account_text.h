// The account of a run as tables for the terminal.
#pragma once

#include <string>

#include "harness/account/account.h"
#include "harness/account/profiler_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// Tables: allocation by type, by function if there are managed frames, the lifetimes of objects in numbers,
// and in bytes. Types and functions with the most bytes come first. At most two screens unless the style is
// verbose; then also the lifetimes by function. One line if the run has no object.
std::string account_text(const account::Account& account, const Style& style);

// The same tables of what the profiler `lifetime` has counted.
std::string account_text(const account::ProfilerReport& report, const Style& style);

}  // namespace gcrucible::report

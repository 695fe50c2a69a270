// The values of --account: tables on the terminal, and files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/expected.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// What `--account` without a value stands for.
inline constexpr const char* kAccountTables = "tables";

struct AccountOutputs {
  bool tables = false;
  std::string json;  // paths; empty: no such file
  std::string csv;
};

// Puts `=tables` behind each `--account` without a value. The word behind it may be a scenario.
std::vector<std::string> with_account_values(std::vector<std::string> words);

// Reads the values. Fails for one of another form, and for two files of one kind.
Expected<AccountOutputs> read_account_outputs(const std::vector<std::string>& values);

// In the form for check_reports().
std::vector<PlannedReport> planned_accounts(const AccountOutputs& outputs);

// Writes the files, each completely or not at all. Returns one message for each that could not be written.
std::vector<std::string> write_accounts(const AccountOutputs& outputs,
                                        const std::vector<report::RunReport>& runs);

}  // namespace gcrucible::cli

#include "harness/cli/files/account_file.h"

#include <fmt/format.h>

#include <string_view>

#include "harness/cli/files/whole_file.h"
#include "harness/report/account/account_files.h"

namespace gcrucible::cli {
namespace {

constexpr std::string_view kJson = "json=";
constexpr std::string_view kCsv = "csv=";

bool is_value(std::string_view word) {
  return word == kAccountTables || word.starts_with(kJson) || word.starts_with(kCsv);
}

}  // namespace

std::vector<std::string> with_account_values(std::vector<std::string> words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (words[i] == "--account" && (i + 1 == words.size() || !is_value(words[i + 1])))
      words[i] = fmt::format("--account={}", kAccountTables);
  }
  return words;
}

Expected<AccountOutputs> read_account_outputs(const std::vector<std::string>& values) {
  AccountOutputs outputs;
  for (const std::string& value : values) {
    const std::string_view view = value;
    if (view == kAccountTables) {
      outputs.tables = true;
      continue;
    }
    const bool json = view.starts_with(kJson);
    const std::string_view path = json                     ? view.substr(kJson.size())
                                  : view.starts_with(kCsv) ? view.substr(kCsv.size())
                                                           : std::string_view{};
    if (path.empty()) {
      return failure(
          fmt::format("--account takes no value, json=FILE or csv=FILE, not '{}'; may be repeated", value));
    }
    std::string& place = json ? outputs.json : outputs.csv;
    if (!place.empty())
      return failure(fmt::format("--account names two {} files; name one", json ? "JSON" : "CSV"));
    place = path;
  }
  return outputs;
}

std::vector<PlannedReport> planned_accounts(const AccountOutputs& outputs) {
  std::vector<PlannedReport> planned;
  if (!outputs.json.empty())
    planned.push_back(
        {.path = outputs.json, .kind = "JSON account", .beginning = report::kAccountJsonBeginning});
  if (!outputs.csv.empty())
    planned.push_back(
        {.path = outputs.csv, .kind = "CSV account", .beginning = report::kAccountCsvBeginning});
  return planned;
}

std::vector<std::string> write_accounts(const AccountOutputs& outputs,
                                        const std::vector<report::RunReport>& runs) {
  std::vector<std::string> problems;
  const auto write = [&](const std::string& path,
                         std::string (*text)(const std::vector<report::RunReport>&)) {
    if (path.empty()) return;
    if (const auto written = write_whole_file(path, text(runs)); !written) {
      problems.push_back(fmt::format("cannot write the account {}: {}; name another file with --account",
                                     path, written.error()));
    }
  };
  write(outputs.json, report::account_json);
  write(outputs.csv, report::account_csv);
  return problems;
}

}  // namespace gcrucible::cli

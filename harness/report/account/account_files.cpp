#include "harness/report/account/account_files.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

namespace gcrucible::report {
namespace {

using account::Account;
using account::CallNode;
using account::Count;
using account::FunctionRow;
using account::Lifetimes;
using account::TypeRow;
using Json = nlohmann::ordered_json;

// As keys: account::kGenerationNames in the spelling of a key.
constexpr std::array<std::string_view, account::kGenerations> kGenerationKeys{"gen0", "gen1", "gen2", "loh",
                                                                              "poh"};

Json json_of(const Count& count) {
  return {{"objects", count.objects}, {"bytes", count.bytes}};
}

Json json_of(const Lifetimes& lifetimes) {
  Json reclaimed;
  for (std::size_t i = 0; i < kGenerationKeys.size(); ++i)
    reclaimed[std::string(kGenerationKeys[i])] = json_of(lifetimes.reclaimed[i]);
  return {{"allocated", json_of(lifetimes.allocated)},
          {"earlier", json_of(lifetimes.earlier)},
          {"reclaimed", std::move(reclaimed)},
          {"alive", json_of(lifetimes.alive)}};
}

// Without `earlier`: what was there before the profiler has no function.
Json json_of_calls(const Lifetimes& lifetimes) {
  Json json = json_of(lifetimes);
  json.erase("earlier");
  return json;
}

Json functions_json(const Account& account) {
  Json functions = Json::array();
  for (const FunctionRow& row : account::functions_of(account)) {
    Json function{{"function", row.name}, {"number", row.function}, {"inclusive", json_of(row.inclusive)}};
    function.update(json_of_calls(row.exclusive));
    functions.push_back(std::move(function));
  }
  return functions;
}

// The tree of calls: nodes by number, each after its parent. The root has no parent and no function.
Json calls_json(const Account& account) {
  Json calls = Json::array();
  const std::vector<Count> totals = account::totals_of(account.calls);
  for (std::size_t i = 0; i < account.calls.size(); ++i) {
    const CallNode& node = account.calls[i];
    const bool named = i != 0 && node.function < account.functions.size();
    Json call{{"parent", i == 0 ? Json() : Json(node.parent)},
              {"function", named ? account.functions[node.function] : std::string(account::kNoManagedFrame)},
              {"total", json_of(totals[i])}};
    call.update(json_of_calls(node.lifetimes));
    calls.push_back(std::move(call));
  }
  return calls;
}

Json json_of(const Account& account) {
  Json types = Json::array();
  for (const TypeRow& row : account.types) {
    Json type{{"type", row.name}, {"number", row.type}};
    type.update(json_of(row.lifetimes));
    types.push_back(std::move(type));
  }
  return {{"total", json_of(account.total())},
          {"types", std::move(types)},
          {"functions", functions_json(account)},
          {"calls", calls_json(account)}};
}

// Quoted if necessary; quotes inside are doubled.
std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string account_json(const std::vector<RunReport>& runs) {
  // The version comes first, without a space, as kAccountJsonBeginning has it.
  Json json{{"gcrucible_account", 1}, {"runs", Json::array()}};
  for (const RunReport& run : runs) {
    json["runs"].push_back({{"scenario", run.scenario},
                            {"runtime", run.runtime},
                            {"result", name_of(run.shown_result())},
                            {"account", run.account ? json_of(*run.account) : Json()}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string account_csv(const std::vector<RunReport>& runs) {
  std::string text(kAccountCsvBeginning);
  text +=
      "function,inclusive_objects,inclusive_bytes,allocated_objects,allocated_bytes,earlier_objects,"
      "earlier_bytes";
  for (const std::string_view key : kGenerationKeys) text += fmt::format(",{0}_objects,{0}_bytes", key);
  text += ",alive_objects,alive_bytes\r\n";
  const auto add = [&](const RunReport& run, const std::string& names, const Lifetimes& row) {
    text += fmt::format("{},{},{},{},{},{}", cell(run.scenario), names, row.allocated.objects,
                        row.allocated.bytes, row.earlier.objects, row.earlier.bytes);
    for (const Count& count : row.reclaimed) text += fmt::format(",{},{}", count.objects, count.bytes);
    text += fmt::format(",{},{}\r\n", row.alive.objects, row.alive.bytes);
  };
  for (const RunReport& run : runs) {
    if (!run.account) continue;
    for (const TypeRow& row : run.account->types) add(run, cell(row.name) + ",,,", row.lifetimes);
    for (const FunctionRow& row : account::functions_of(*run.account)) {
      add(run, fmt::format(",{},{},{}", cell(row.name), row.inclusive.objects, row.inclusive.bytes),
          row.exclusive);
    }
  }
  return text;
}

}  // namespace gcrucible::report

#include "harness/report/account/account_files.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

namespace gcrucible::report {
namespace {

using account::Account;
using account::Count;
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

Json json_of(const Account& account) {
  Json types = Json::array();
  for (const TypeRow& row : account.types) {
    Json type{{"type", row.name}, {"number", row.type}};
    type.update(json_of(row.lifetimes));
    types.push_back(std::move(type));
  }
  return {{"total", json_of(account.total())}, {"types", std::move(types)}};
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
  text += "allocated_objects,allocated_bytes,earlier_objects,earlier_bytes";
  for (const std::string_view key : kGenerationKeys) text += fmt::format(",{0}_objects,{0}_bytes", key);
  text += ",alive_objects,alive_bytes\r\n";
  for (const RunReport& run : runs) {
    if (!run.account) continue;
    for (const TypeRow& row : run.account->types) {
      const Lifetimes& each = row.lifetimes;
      text += fmt::format("{},{},{},{},{},{}", cell(run.scenario), cell(row.name), each.allocated.objects,
                          each.allocated.bytes, each.earlier.objects, each.earlier.bytes);
      for (const Count& count : each.reclaimed) text += fmt::format(",{},{}", count.objects, count.bytes);
      text += fmt::format(",{},{}\r\n", each.alive.objects, each.alive.bytes);
    }
  }
  return text;
}

}  // namespace gcrucible::report

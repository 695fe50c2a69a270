#include "harness/report/account/account_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace gcrucible::report {
namespace {

using account::Account;
using account::Count;
using account::FunctionRow;
using account::Lifetimes;
using account::TypeRow;

constexpr std::size_t kMostRows = 12;
constexpr std::size_t kLongestName = 40;
constexpr std::size_t kLongestVerboseName = 200;
constexpr std::size_t kBar = 20;  // columns of a share of 100 %
constexpr std::size_t kMargin = 2;

// A table with names on the left and numbers on the right of their columns.
struct Table {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  // each with as many cells as there are heads
  bool bars = false;                           // the last column has bars, which begin at its left
};

std::string table_text(const Table& table, const Style& style) {
  std::vector<std::size_t> widths;
  for (const std::string& head : table.heads) widths.push_back(columns_of(head));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text(kMargin, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool left = i == 0 || (table.bars && i + 1 == cells.size());
      text += left ? padded(cells[i], widths[i]) : right_aligned(cells[i], widths[i]);
      text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = paint(style, Ink::kDim, line(table.heads));
  for (const auto& row : table.rows) text += line(row);
  return text;
}

// Instances of one generic type differ at the end of their names.
std::string fitting(const std::string& name, const Style& style) {
  return shortened(style, name, style.verbose ? kLongestVerboseName : kLongestName);
}

std::string name_of(const TypeRow& row, const Style& style) {
  return fitting(row.name.empty() ? fmt::format("type {}", row.type) : row.name, style);
}
std::string name_of(const FunctionRow& row, const Style& style) {
  return fitting(row.name.empty() ? fmt::format("function {}", row.function) : row.name, style);
}

// The rows with the most by `size`, and how many others there are.
template <typename Row>
struct FirstRows {
  std::vector<const Row*> rows;
  std::size_t others = 0;
};
template <typename Row>
FirstRows<Row> first_rows(const std::vector<Row>& all, const Style& style, auto&& size) {
  FirstRows<Row> first;
  for (const Row& each : all) {
    if (size(each) != 0) first.rows.push_back(&each);
  }
  std::ranges::stable_sort(first.rows, [&](const Row* a, const Row* b) {
    return size(*a) != size(*b) ? size(*a) > size(*b) : a->name < b->name;
  });
  // One row more than the limit takes no more space than the line that counts it.
  if (!style.verbose && first.rows.size() > kMostRows + 1) {
    first.others = first.rows.size() - kMostRows;
    first.rows.resize(kMostRows);
  }
  return first;
}

std::string others_text(std::size_t others, std::string_view what) {
  return others == 0 ? "" : fmt::format("  … and {} more {} (-v: all)\n", grouped(others), what);
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string bar_text(std::uint64_t part, std::uint64_t whole, const Style& style) {
  if (whole == 0 || part == 0) return {};
  const double share = static_cast<double>(part) / static_cast<double>(whole);
  const auto length = static_cast<std::size_t>(std::lround(share * static_cast<double>(kBar)));
  return repeated(style.utf8 ? "█" : "#", std::max<std::size_t>(length, 1));
}

std::string by_type(const std::vector<TypeRow>& types, const Lifetimes& total, const std::string& note,
                    const Style& style) {
  const bool earlier = total.earlier.objects != 0;
  Table table{.heads = {"type", "objects", "bytes", "of bytes", ""}, .rows = {}, .bars = true};
  const auto add = [&](const std::string& name, const Count& count) {
    table.rows.push_back({name, grouped(count.objects), grouped(count.bytes),
                          share_text(count.bytes, total.allocated.bytes),
                          bar_text(count.bytes, total.allocated.bytes, style)});
  };
  const auto first =
      first_rows(types, style, [](const TypeRow& each) { return each.lifetimes.allocated.bytes; });
  for (const TypeRow* const row : first.rows) add(name_of(*row, style), row->lifetimes.allocated);
  const std::string more = others_text(first.others, "types");
  add("all", total.allocated);
  table.rows.back().back().clear();
  std::string text = paint(style, Ink::kBold, "Allocation by type" + note) + "\n";
  text += total.allocated.objects == 0 ? "  nothing was allocated after the profiler came\n"
                                       : table_text(table, style) + more;
  if (earlier) {
    text += fmt::format("  not counted: {} with {} bytes, which were there before the profiler\n",
                        counted(total.earlier.objects, "object"), grouped(total.earlier.bytes));
  }
  return text;
}

// Inclusive and exclusive, as profilers show functions. `none`: what was allocated without a managed frame.
std::string by_function(const std::vector<FunctionRow>& functions, const Count& none, const Lifetimes& total,
                        const std::string& note, const Style& style) {
  Table table{
      .heads = {"function", "incl. objects", "bytes", "of bytes", "excl. objects", "bytes", "of bytes", ""},
      .rows = {},
      .bars = true};
  const auto cells = [&](const Count& count) {
    return std::vector<std::string>{grouped(count.objects), grouped(count.bytes),
                                    share_text(count.bytes, total.allocated.bytes)};
  };
  const auto add = [&](const std::string& name, const Count& inclusive, const Count& exclusive) {
    std::vector<std::string> row{name};
    std::ranges::move(cells(inclusive), std::back_inserter(row));
    std::ranges::move(cells(exclusive), std::back_inserter(row));
    row.push_back(bar_text(inclusive.bytes, total.allocated.bytes, style));
    table.rows.push_back(std::move(row));
  };
  const auto first =
      first_rows(functions, style, [](const FunctionRow& each) { return each.inclusive.bytes; });
  for (const FunctionRow* const row : first.rows)
    add(name_of(*row, style), row->inclusive, row->exclusive.allocated);
  const std::string more = others_text(first.others, "functions");
  if (none.objects != 0) add(std::string(account::kNoManagedFrame), none, none);
  add("all", total.allocated, total.allocated);
  table.rows.back().back().clear();
  return paint(style, Ink::kBold,
               "Allocation by function, with what it calls (inclusive) and without (exclusive)" + note) +
         "\n" + table_text(table, style) + more;
}

// Of types or functions. `number`: the objects or the bytes of a count.
template <typename Row>
std::string lifetimes(const std::vector<Row>& rows, const Lifetimes& total, std::string_view title,
                      std::string_view what, Lifetimes Row::*of, std::uint64_t Count::*number,
                      const Style& style) {
  Table table{.heads = {std::string(what)}, .rows = {}};
  for (const std::string_view generation : account::kGenerationNames) table.heads.emplace_back(generation);
  table.heads.insert(table.heads.end(), {"reclaimed", "alive"});
  const auto add = [&](const std::string& name, const Lifetimes& row) {
    std::vector<std::string> cells{name};
    for (const Count& each : row.reclaimed) cells.push_back(each.*number == 0 ? "-" : grouped(each.*number));
    cells.push_back(grouped(row.all_reclaimed().*number));
    cells.push_back(grouped(row.alive.*number));
    table.rows.push_back(std::move(cells));
  };
  const auto first = first_rows(
      rows, style, [&](const Row& each) { return ((each.*of).all_reclaimed() + (each.*of).alive).bytes; });
  for (const Row* const row : first.rows) add(name_of(*row, style), row->*of);
  const std::string more = others_text(first.others, fmt::format("{}s", what));
  add("all", total);
  return paint(style, Ink::kBold, title) + "\n" + table_text(table, style) + more;
}

std::string lifetimes_by_type(const std::vector<TypeRow>& types, const Lifetimes& total,
                              const std::string& note, const Style& style) {
  return lifetimes(types, total, "Object lifetimes: objects reclaimed in each generation" + note, "type",
                   &TypeRow::lifetimes, &Count::objects, style) +
         "\n" +
         lifetimes(types, total, "The same in bytes" + note, "type", &TypeRow::lifetimes, &Count::bytes,
                   style);
}

struct Tables {
  std::vector<TypeRow> types;
  std::vector<FunctionRow> functions;
  bool with_functions = false;
  Count none;  // allocated without a managed frame
  Lifetimes total;
  std::string note;  // behind each title
};

std::string text_of(const Tables& tables, const Style& style) {
  std::string text = by_type(tables.types, tables.total, tables.note, style) + "\n";
  if (tables.with_functions)
    text += by_function(tables.functions, tables.none, tables.total, tables.note, style) + "\n";
  if (tables.with_functions && style.verbose) {
    Lifetimes managed;
    for (const FunctionRow& each : tables.functions) managed += each.exclusive;
    text += lifetimes(tables.functions, managed,
                      "Lifetimes of what each function allocated itself: objects" + tables.note, "function",
                      &FunctionRow::exclusive, &Count::objects, style) +
            "\n";
  }
  return text + lifetimes_by_type(tables.types, tables.total, tables.note, style);
}

}  // namespace

std::string account_text(const Account& account, const Style& style) {
  if (account.types.empty()) return "The run has no objects to account for.\n";
  const bool calls = !account.calls.empty();
  return text_of({.types = account.types,
                  .functions = account::functions_of(account),
                  .with_functions = calls,
                  .none = calls ? account.calls.front().lifetimes.allocated : Count(),
                  .total = account.total(),
                  .note = {}},
                 style);
}

std::string account_text(const account::ProfilerReport& report, const Style& style) {
  if (report.types.empty()) return "The program has no objects to account for.\n";
  Lifetimes total;
  for (const TypeRow& each : report.types) total += each.lifetimes;
  Count managed;
  for (const FunctionRow& each : report.functions) managed += each.exclusive.allocated;
  return text_of({.types = report.types,
                  .functions = report.functions,
                  .with_functions = !report.functions.empty(),
                  .none = account::without(total.allocated, managed),
                  .total = total,
                  .note = report.interval == 0 ? std::string()
                                               : fmt::format(" (estimate, one sample per {} bytes)",
                                                             grouped(report.interval))},
                 style);
}

}  // namespace gcrucible::report

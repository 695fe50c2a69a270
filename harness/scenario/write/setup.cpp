// Runtime, seed, heap, profiler, process, assemblies, types, threads, functions.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/abi/tables/info_methods.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/numbers.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/expect/every_part.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/scenario/write/runtime.h"
#include "harness/scenario/write/types.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::Backing;
using program::HeapSpec;
using program::kNothing;
using program::LifeSpec;
using yaml::Draft;

// Sizes in the usual units.
Draft bytes(std::uint64_t value) {
  static constexpr std::array<const char*, 4> kUnits = {"TiB", "GiB", "MiB", "KiB"};
  for (std::size_t i = 0; i < kUnits.size(); ++i) {
    const std::uint64_t unit = std::uint64_t{1} << (10 * (kUnits.size() - i));
    if (value != 0 && value % unit == 0)
      return yaml::draft_word(fmt::format("{} {}", value / unit, kUnits.at(i)));
  }
  return yaml::draft_number(value);
}

Draft word(const std::vector<std::string>& words, auto enumerator) {
  return yaml::draft_word(words[static_cast<std::size_t>(enumerator)]);
}

void write_runtime(Draft& root, const Writing& writing) {
  const program::RuntimeProfile& runtime = writing.program.runtime;
  Draft draft = draft_runtime(runtime);
  if (draft.kind == Draft::Kind::kMap || runtime.name != runtimes::kDefault)
    root.add("runtime", std::move(draft));
}

Draft write_ranges(const HeapSpec& heap) {
  Draft ranges = yaml::draft_list();
  ranges.block = true;
  for (const program::RangeSpec& range : heap.ranges) {
    Draft map = yaml::draft_map();
    map.add("generation", word(generation_words(), range.generation));
    map.add("start", yaml::draft_address(range.start));
    map.add("length", yaml::draft_address(range.reserved));
    if (range.heap != 0) map.add("heap", yaml::draft_number(range.heap));
    ranges.add(std::move(map));
  }
  return ranges;
}

void write_heap(Draft& root, const HeapSpec& heap) {
  const HeapSpec usual;
  Draft map = yaml::draft_map();
  if (heap.backing != usual.backing) map.add("backing", word(backing_words(), heap.backing));
  if (heap.destination != usual.destination)
    map.add("destination", word(destination_words(), heap.destination));
  if (heap.alignment != (heap.backing == Backing::kNone ? 1 : 8))
    map.add("alignment", yaml::draft_number(heap.alignment));
  if (heap.large_object_threshold != 0) map.add("loh-threshold", bytes(heap.large_object_threshold));
  Draft lengths = yaml::draft_map();
  for (std::size_t i = 0; i < heap.range_length.size(); ++i) {
    if (heap.range_length.at(i) != 0) lengths.add(generation_words()[i], bytes(heap.range_length.at(i)));
  }
  if (!lengths.empty()) map.add("range-length", std::move(lengths));
  if (heap.quarantine != usual.quarantine) map.add("quarantine", yaml::draft_number(heap.quarantine));
  if (heap.slide != 0) map.add("slide", yaml::draft_hex(heap.slide));
  if (heap.spacing != 0) map.add("spacing", bytes(heap.spacing));
  if (!heap.finalizers_run) map.add("finalizers", yaml::draft_word("on-demand"));
  if (heap.server_heaps == 1) map.add("server", yaml::draft_flag(true));
  if (heap.server_heaps > 1) map.add("server", yaml::draft_number(heap.server_heaps));
  if (heap.balanced) map.add("balanced", yaml::draft_flag(true));
  if (!heap.ranges.empty()) map.add("ranges", write_ranges(heap));
  if (!map.empty()) root.add("heap", std::move(map));
}

void write_failing(Draft& root, const Writing& writing) {
  Draft list = yaml::draft_list();
  for (const program::InfoFailure& each : writing.program.failing) {
    Draft map = yaml::draft_map();
    map.add("call", yaml::draft_text(std::string(abi::name_of(static_cast<abi::InfoMethod>(each.slot)))));
    if (each.which != kNothing) map.add("which", yaml::draft_number(each.which));
    list.add(std::move(map));
  }
  if (!list.empty()) root.add("failing-calls", std::move(list));
}

void write_profiler(Draft& root, const Writing& writing) {
  const LifeSpec& life = writing.program.life;
  Draft map = yaml::draft_map();
  if (!writing.head.library.empty()) map.add("library", yaml::draft_text(writing.head.library));
  if (!writing.head.clsid.empty()) map.add("clsid", yaml::draft_text(writing.head.clsid));
  Draft env = yaml::draft_map();
  for (const auto& [name, value] : writing.head.env) env.add(name, yaml::draft_text(value));
  if (!env.empty()) map.add("env", std::move(env));
  if (life.load != LifeSpec::Load::kStart) map.add("load", word(load_words(), life.load));
  if (life.load_anyway) map.add("load-anyway", yaml::draft_flag(true));
  if (life.initialize) map.add("initialize", write_hresult(*life.initialize));
  if (!map.empty()) root.add("profiler", std::move(map));
  if (writing.head.observation) root.add("observe", yaml::draft_text(text_of(*writing.head.observation)));
  if (life.exit == LifeSpec::Exit::kNormal) return;
  Draft process = yaml::draft_map();
  process.add("exit", word(exit_words(), life.exit));
  root.add("process", std::move(process));
}

void write_assemblies(Draft& root, const Writing& writing) {
  Draft map = yaml::draft_map();
  const auto& all = writing.program.collectible;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    Draft assembly = yaml::draft_map();
    assembly.add("collectible", yaml::draft_flag(true));
    for (const program::Step& step : writing.program.steps) {
      const auto* const load = std::get_if<program::LoadAssembly>(&step.action);
      if (load != nullptr && load->assembly == number && load->in_place_of < all.size())
        assembly.add("in-place-of", yaml::draft_text(all[load->in_place_of]));
    }
    map.add(all[number], std::move(assembly));
  }
  if (!map.empty()) root.add("assemblies", std::move(map));
}

void write_threads(Draft& root, Writing& writing) {
  const auto& threads = writing.program.threads;
  if (threads.size() == 1 && threads.front().name == "main") return;
  Draft list = yaml::draft_list();
  for (std::uint32_t i = 0; i < threads.size(); ++i) {
    if (!writing.names.is_named_otherwise(i)) {
      list.add(writing.thread(i));
      continue;
    }
    Draft map = yaml::draft_map();
    map.add("id", writing.thread(i));
    map.add("name", threads[i].name.empty() ? yaml::draft_quoted("") : yaml::draft_text(threads[i].name));
    list.add(std::move(map));
  }
  root.add("threads", std::move(list));
}

// The type that a reader finds in the function's name, as in Reading::function().
std::uint32_t named_type(const program::Program& program, const program::FunctionSpec& function) {
  const std::string_view owner = program::parts_of(function.name).owner;
  const auto& types = program.types;
  const auto found = std::ranges::find_if(types, [&](const program::TypeSpec& type) {
    return type.name == owner && (is_declared(program, type) || !type.definition.empty());
  });
  return found == types.end() ? kNothing : static_cast<std::uint32_t>(found - types.begin());
}

// Functions that steps name exist implicitly, in the order in which they are named.
void write_functions(Draft& root, const Writing& writing) {
  const auto& functions = writing.program.functions;
  std::vector<std::uint32_t> named;
  for (const program::Step& step : writing.program.steps) {
    const bool names = std::holds_alternative<program::AddRoot>(step.action) ||
                       std::holds_alternative<program::Throw>(step.action) ||
                       std::holds_alternative<program::Call>(step.action) ||
                       std::holds_alternative<program::Allocate>(step.action) ||
                       std::holds_alternative<program::Compile>(step.action);
    if (!names) continue;
    program::visit_numbers(step.action, [&](program::Noun noun, const auto& number) {
      const auto function = static_cast<std::uint32_t>(number);
      if (noun == program::Noun::kFunction && function != kNothing &&
          std::ranges::find(named, function) == named.end())
        named.push_back(function);
    });
  }
  // The shortest list at the front that leaves the other functions to the steps.
  std::uint32_t reported = 0;
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    const bool is_read =
        !functions[i].lightweight && functions[i].type == named_type(writing.program, functions[i]);
    if (!is_read || std::ranges::find(named, i) == named.end()) reported = i + 1;
  }
  const auto in_order = [&] {
    std::vector<std::uint32_t> left;
    std::ranges::copy_if(named, std::back_inserter(left), [&](std::uint32_t i) { return i >= reported; });
    return std::ranges::is_sorted(left);
  };
  while (!in_order()) ++reported;
  Draft map = yaml::draft_map();
  for (std::uint32_t i = 0; i < reported; ++i) {
    const program::FunctionSpec& function = functions[i];
    map.add(writing.types.function(function), function.lightweight        ? yaml::draft_word(kLightweight)
                                              : function.type == kNothing ? yaml::draft_word("null")
                                                                          : writing.type(function.type));
  }
  if (!map.empty()) root.add("functions", std::move(map));
}

}  // namespace

void write_setup(Draft& root, Writing& writing) {
  write_runtime(root, writing);
  if (writing.program.seed != 1) root.add("seed", yaml::draft_number(writing.program.seed));
  write_heap(root, writing.program.heap);
  write_profiler(root, writing);
  write_failing(root, writing);
  write_assemblies(root, writing);
  Draft types = writing.types.declarations();
  if (!types.empty()) root.add("types", std::move(types));
  write_threads(root, writing);
  write_functions(root, writing);
}

}  // namespace gcrucible::scenario

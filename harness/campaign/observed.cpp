#include "harness/campaign/observed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/abi/hresults.h"
#include "harness/campaign/call_objects.h"
#include "harness/driver/trace/id_text.h"
#include "harness/driver/trace/outcome_trace.h"
#include "harness/platform/process/interruption.h"
#include "harness/platform/process/process.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/json_text.h"

namespace gcrucible::campaign {
namespace {

namespace fs = std::filesystem;
using scenario::Observation;

// Limits that keep a difference readable.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20;
constexpr std::size_t kMostShown = 120;
constexpr std::size_t kMostBefore = 40;
constexpr std::size_t kMostCall = 240;
// Interval at which a running command checks whether the user has stopped.
constexpr std::chrono::milliseconds kGlance{200};

std::string with_folder(std::string variable, const std::string& folder) {
  const std::size_t value = variable.find('=');
  for (std::size_t at = variable.find(scenario::kRunFolder, value == std::string::npos ? 0 : value);
       at != std::string::npos; at = variable.find(scenario::kRunFolder, at + folder.size()))
    variable.replace(at, scenario::kRunFolder.size(), folder);
  return variable;
}

Observed whole_file(const fs::path& path, const std::string& what) {
  std::error_code code;
  const std::uintmax_t size = fs::file_size(path, code);
  if (code) return {failure(fmt::format("{} cannot be read: {}", what, code.message())), {}};
  if (size > kMostBytes)
    return {failure(fmt::format("{} has {} bytes; at most {} are compared", what, size, kMostBytes)), {}};
  std::ifstream in(path, std::ios::binary);
  return {std::string(std::istreambuf_iterator<char>(in), {}), {}};
}

std::string json_of(const trace::Value* value) {
  if (value == nullptr) return "[]";
  trace::JsonText text;
  text.value(*value);
  const auto characters = text.characters();
  return driver::with_hexadecimal_ids({characters.data(), characters.size()});
}

// The profiler's Info calls and their results, each once for a collection and the time after it. Repetitions
// are dropped because their number follows from the callbacks that the profiler receives.
class Calls {
 public:
  void take(const trace::Event& event) {
    switch (event.kind) {
      case trace::EventKind::kCallback:
        return period_.take(event);
      case trace::EventKind::kInfo:
        open_[event.n] =
            fmt::format("{}: {} {}", period_.text(), event.name, json_of(trace::find(event, "args")));
        return;
      case trace::EventKind::kReturn:
        if (const auto call = open_.find(event.link); call != open_.end()) {
          seen_.insert(fmt::format("{}: {} {}", call->second, abi::hresult_text(event.hr),
                                   json_of(trace::find(event, "out"))));
          open_.erase(call);
        }
        return;
      default:
        return;
    }
  }
  std::string text() const {
    std::string text;
    for (const std::string& each : seen_) text.append(each).append("\n");
    return text;
  }

 private:
  CallPeriod period_;
  std::map<std::uint64_t, std::string> open_;
  std::set<std::string> seen_;
};

Observed see_calls(const driver::Outcome& outcome) {
  trace::Reader reader = reader_of(outcome);
  Calls calls;
  trace::read_all(reader, [&](const trace::Event& event) { calls.take(event); });
  if (reader.error() != nullptr) return {failure(reader.error()->text()), {}};
  return {calls.text(), {}};
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

// The line at `begin` in quotes, cut around the difference, without characters that move the cursor.
std::string shown(std::string_view text, std::size_t begin, std::size_t differs) {
  if (begin >= text.size()) return "nothing more";
  const std::size_t into = differs - begin;
  const std::size_t cut = into > kMostBefore ? into - kMostBefore : 0;
  std::string line(cut == 0 ? "" : "…");
  line += line_at(text, begin + std::min(cut, line_at(text, begin).size())).substr(0, kMostShown);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return "'" + line + "'";
}

std::set<std::string_view> lines_of(std::string_view text) {
  std::set<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::string_view line = line_at(text, begin);
    lines.insert(line);
    begin += line.size() + 1;
  }
  return lines;
}

// The lines of `lines` that are not in `others`.
std::vector<std::string_view> only_in(const std::set<std::string_view>& lines,
                                      const std::set<std::string_view>& others) {
  std::vector<std::string_view> only;
  std::ranges::set_difference(lines, others, std::back_inserter(only));
  return only;
}

// "'inside collection 1: GetObjectSize [0x5500 (object 3)]: S_OK [24]' and 2 more".
std::string calls_only_in(const std::set<std::string_view>& lines, const std::set<std::string_view>& others,
                          const CallObjects& objects) {
  const std::vector<std::string_view> only = only_in(lines, others);
  if (only.empty()) return "none";
  const std::string first = "'" + objects.with_objects(only.front().substr(0, kMostCall)) + "'";
  return only.size() == 1 ? first : fmt::format("{} and {} more", first, only.size() - 1);
}

}  // namespace

Observatory::Observatory(scenario::Observation observation, platform::TemporaryFolder folder,
                         driver::RunOptions run)
    : observation_(std::move(observation)), folder_(std::move(folder)), run_(std::move(run)) {}

Expected<Observatory> Observatory::make(const Observation& observation, driver::RunOptions& run) {
  Expected<platform::TemporaryFolder> folder = platform::TemporaryFolder::make("run");
  if (!folder) return failure(std::move(folder.error()));
  for (std::string& variable : run.environment) variable = with_folder(variable, folder->path());
  return Observatory(observation, std::move(*folder), run);
}

Observed see_directly(const Observation& observation, const driver::Outcome& outcome) {
  if (observation.kind == Observation::Kind::kCalls) return see_calls(outcome);
  return {.text = observation.kind == Observation::Kind::kErrors ? outcome.error_output : outcome.output,
          .missing = {}};
}

Observed Observatory::see(const driver::Outcome& outcome) const {
  if (outcome.interrupted) return {failure(outcome.message), {}, driver::place_of(outcome)};
  if (outcome.fate == driver::Fate::kRefused) return {failure(outcome.message), {}};
  Observed seen = observation_.kind == Observation::Kind::kFile      ? see_file()
                  : observation_.kind == Observation::Kind::kCommand ? see_command()
                                                                     : see_directly(observation_, outcome);
  // The profiler must not die under the other presentation either.
  if (seen.text && !outcome.died.empty()) *seen.text += "(the profiler died: " + outcome.died + ")\n";
  return seen;
}

Observed Observatory::see_file() const {
  const fs::path path = fs::path(folder_.path()) / observation_.text;
  std::error_code code;
  if (!fs::exists(path, code)) {
    return {"", fmt::format("the profiler has written no '{}' into the run's folder; pass it the path in a "
                            "variable, as in --env MY_OUTPUT={}/{}",
                            observation_.text, scenario::kRunFolder, observation_.text)};
  }
  return whole_file(path, "'" + observation_.text + "', which the profiler has written,");
}

Observed Observatory::see_command() const {
  auto out = platform::TemporaryFile::in_temporary_folder("seen");
  auto err = platform::TemporaryFile::in_temporary_folder("seen");
  if (!out || !err) return {failure(out ? err.error() : out.error()), {}};
  const std::string what = fmt::format("the command '{}'", observation_.text);
  auto started = platform::Process::start(
      {.arguments = {"/bin/sh", "-c", observation_.text},
       .environment = platform::with_changes(platform::own_environment(), run_.environment),
       .working_folder = folder_.path(),
       .output = out->path(),
       .error_output = err->path()});
  if (!started) return {failure(std::move(started.error())), {}};
  const bool for_ever = run_.timeout.count() == 0;
  const auto until = std::chrono::steady_clock::now() + (for_ever ? std::chrono::hours(24) : run_.timeout);
  auto end = started->wait(kGlance);
  while (!end && std::chrono::steady_clock::now() < until) {
    if (platform::PatientInterruption::asked())
      return {failure(what + " was interrupted"), {}, what + " had not ended."};
    end = started->wait(kGlance);
  }
  if (!end) return {failure(fmt::format("{} did not end within {} ms", what, run_.timeout.count())), {}};
  if (end->signal || end->exit_code != 0) {
    const std::string said = whole_file(err->path(), what).text.value_or("");
    return {failure(fmt::format("{} ended with {}{}", what, platform::to_text(*end),
                                said.empty() ? "" : ": " + std::string(line_at(said, 0)))),
            {}};
  }
  return whole_file(out->path(), "what " + what + " has printed");
}

std::optional<Difference> difference(const std::string& first, const std::string& second) {
  if (first == second) return std::nullopt;
  const auto differs = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
  const auto before = static_cast<std::size_t>(differs - first.begin());
  const std::size_t end_of_line = before == 0 ? std::string::npos : first.rfind('\n', before - 1);
  const std::size_t begin = end_of_line == std::string::npos ? 0 : end_of_line + 1;
  return Difference{.line = 1 + static_cast<std::size_t>(std::count(first.begin(), differs, '\n')),
                    .first = shown(first, begin, before),
                    .second = shown(second, begin, before)};
}

std::string difference_text(const Observation& observation, const std::string& written,
                            const std::string& plain, const driver::Outcome& outcome) {
  if (observation.kind == Observation::Kind::kCalls) {
    const CallObjects objects(outcome);
    const std::set<std::string_view> with_this = lines_of(written);
    const std::set<std::string_view> with_plain = lines_of(plain);
    return fmt::format(
        "made only with this report: {}; made only with a plain report of the same program: {}",
        calls_only_in(with_this, with_plain, objects), calls_only_in(with_plain, with_this, objects));
  }
  const std::optional<Difference> differs = difference(written, plain);
  if (!differs) return "both are the same";
  return fmt::format("line {} is {}, and {} with a plain report of the same program", differs->line,
                     differs->first, differs->second);
}

DifferencePlace difference_place(const Observation& observation, const std::string& written,
                                 const std::string& plain, const driver::Outcome& outcome) {
  if (observation.kind != Observation::Kind::kCalls) {
    const std::optional<Difference> differs = difference(written, plain);
    if (!differs) return {};
    return {.line = 0, .text = fmt::format("line {} of {}", differs->line, scenario::text_of(observation))};
  }
  const std::set<std::string_view> with_this = lines_of(written);
  const std::set<std::string_view> with_plain = lines_of(plain);
  std::vector<std::string_view> only = only_in(with_this, with_plain);
  if (only.empty()) only = only_in(with_plain, with_this);
  if (only.empty()) return {};
  const std::string_view period = only.front().substr(0, only.front().find(':'));
  return {.line = CallObjects(outcome).line_of(period), .text = std::string(period)};
}

std::string difference_sentence(const Observation& observation, const std::string& difference) {
  return fmt::format("{}: {}.",
                     observation.kind == Observation::Kind::kCalls ? "The profiler's Info calls differ"
                                                                   : "The observed output differs",
                     difference);
}

}  // namespace gcrucible::campaign

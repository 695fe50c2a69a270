#include "harness/driver/trace/recording.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/driver/trace/packing.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/foreground_process.h"
#include "harness/platform/process/interruption.h"
#include "harness/trace/heap_settings.h"

namespace gcrucible::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinished = ".gcrucible-tmp";

platform::Environment environment_of(const RecordOptions& options) {
  platform::Environment own = platform::own_environment();
  // A runtime prefers these variables to CORECLR_PROFILER_PATH.
  std::erase_if(own,
                [](const std::string& variable) { return variable.starts_with("CORECLR_PROFILER_PATH_"); });
  platform::Environment changes = options.environment;
  changes.insert(changes.end(), {"CORECLR_ENABLE_PROFILING=1", "CORECLR_PROFILER=" + options.clsid,
                                 "CORECLR_PROFILER_PATH=" + options.recorder,
                                 "GCRUCIBLE_RECORDER_OUT=" + options.trace_path + ".%p"});
  if (const auto config = runtime_config(options.command)) {
    changes.push_back("GCRUCIBLE_RECORDER_CONFIG=" + *config);
  }
  if (!options.mask.empty()) changes.push_back("GCRUCIBLE_RECORDER_MASK=" + options.mask);
  return platform::with_changes(std::move(own), changes);
}

// A file of a recorder: "<trace>.<process>", followed by kUnfinished while it is being written.
struct Part {
  std::int64_t process = 0;
  std::string path;
  bool unfinished = false;
  friend auto operator<=>(const Part&, const Part&) = default;
};

std::set<Part> parts_of(const std::string& trace) {
  std::set<Part> parts;
  const fs::path whole(trace);
  const std::string prefix = whole.filename().string() + ".";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(whole.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    std::string_view rest = std::string_view(name).substr(prefix.size());
    Part part{0, entry.path().string(), rest.ends_with(kUnfinished)};
    if (part.unfinished) rest.remove_suffix(kUnfinished.size());
    const auto [end, bad] = std::from_chars(rest.data(), rest.data() + rest.size(), part.process);
    if (bad == std::errc{} && end == rest.data() + rest.size()) parts.insert(part);
  }
  return parts;
}

// Detects a failed Initialize: the header has no mask.
bool was_refused(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string header;
  std::getline(in, header);
  return header.find("\"event_mask\":null") != std::string::npos;
}

// Renames the trace of an ended process to its name without kUnfinished.
std::optional<RecordedTrace> close(const Part& part, const std::string& died, Recording& recording) {
  if (!part.unfinished) return RecordedTrace{part.process, part.path, false, was_refused(part.path)};
  const Expected<Closed> closed = close_recording(part.path, died);
  std::error_code error;
  if (!closed || *closed != Closed::kWhole) {
    if (closed) {
      recording.problems.push_back("process " + std::to_string(part.process) +
                                   " ended before its runtime had started");
    } else {
      recording.lost = closed.error();
    }
    fs::remove(part.path, error);
    return std::nullopt;
  }
  const std::string path = part.path.substr(0, part.path.size() - kUnfinished.size());
  fs::rename(part.path, path, error);
  if (!error) return RecordedTrace{part.process, path, true, false};
  recording.problems.push_back(part.path + " cannot be renamed: " + error.message());
  return std::nullopt;
}

void keep(const std::string& trace, Recording& recording) {
  if (recording.traces.empty()) return;
  RecordedTrace& own = recording.traces.front();
  std::error_code error;
  fs::rename(own.path, trace, error);
  if (error) {
    recording.problems.push_back(own.path + " cannot be renamed to " + trace + ": " + error.message());
  } else {
    own.path = trace;
  }
}

// A trace that cannot be compressed stays as it is. Readers do not depend on the name.
void pack_all(const std::string& trace, Recording& recording) {
  const Packing packing = packing_of(trace);
  if (packing == Packing::kNone) return;
  for (const RecordedTrace& each : recording.traces) {
    if (const auto packed = pack(each.path, each.path, packing); !packed)
      recording.problems.push_back("the trace is not compressed: " + packed.error());
  }
}

// A file with room for a sentence, which the recorder can write even if the disk has become full.
Expected<platform::TemporaryFile> room_for_trouble() {
  Expected<platform::TemporaryFile> made = platform::TemporaryFile::in_temporary_folder("recorder");
  if (!made) return made;
  constexpr std::size_t kBytes = 4096;
  if (const auto written = made->write(std::string(kBytes, ' '), made->path()); !written)
    return failure(written.error() + platform::kOtherPlace);
  return made;
}

std::string trouble_in(const platform::TemporaryFile& file) {
  std::ifstream in(file.path(), std::ios::binary);
  std::string line;
  std::getline(in, line);
  return line.starts_with(' ') ? std::string() : line;
}

}  // namespace

std::optional<std::string> runtime_config(const std::vector<std::string>& command) {
  fs::path program = command.empty() ? fs::path() : fs::path(command.front());
  for (const std::string& word : command) {
    if (!word.ends_with(".dll")) continue;
    program = fs::path(word).replace_extension();
    break;
  }
  std::ifstream in(program.string() + ".runtimeconfig.json", std::ios::binary);
  if (!in) return std::nullopt;
  const auto json = nlohmann::json::parse(in, nullptr, false, true);
  if (!json.is_object()) return std::nullopt;
  const auto options = json.find("runtimeOptions");
  if (options == json.end() || !options->is_object()) return "";
  const auto properties = options->find("configProperties");
  if (properties == options->end() || !properties->is_object()) return "";
  std::string text;
  for (const auto& [name, value] : properties->items()) {
    if (!trace::is_heap_setting(name)) continue;
    text += name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
  }
  return text;
}

Recording record(const RecordOptions& options) {
  Recording recording;
  RecordOptions asked = options;
  asked.trace_path = platform::absolute_path(options.trace_path);
  if (asked.trace_path.find("%p") != std::string::npos) {
    // The recorder would replace %p, and the trace would not be found.
    recording.problems.push_back("the trace's path '" + options.trace_path +
                                 "' has %p in it; leave it out: where several processes leave traces, each "
                                 "gets its number by itself");
    return recording;
  }
  const Expected<platform::TemporaryFile> trouble = room_for_trouble();
  if (!trouble) {
    recording.problems.push_back(trouble.error());
    return recording;
  }
  asked.environment.push_back("GCRUCIBLE_RECORDER_TROUBLE=" + trouble->path());
  const std::set<Part> before = parts_of(asked.trace_path);
  const Expected<platform::ForegroundEnd> run = platform::run_in_foreground(
      asked.command, environment_of(asked), {.timeout = asked.timeout, .ends_with_us = asked.ends_with_us});
  if (!run) {
    const std::string& program = asked.command.front();
    const bool looked_for = program.find('/') == std::string::npos;
    recording.problems.push_back(run.error() + (looked_for ? "; is " + program + " on the PATH?" : ""));
    return recording;
  }
  recording.end = run->end;
  recording.timed_out = run->timed_out;
  recording.lost = trouble_in(*trouble);
  const bool unwanted = asked.ends_with_us && platform::PatientInterruption::asked();
  for (const Part& part : parts_of(asked.trace_path)) {
    if (part.process != run->id && before.contains(part)) continue;
    if (unwanted) {
      std::error_code ignored;
      fs::remove(part.path, ignored);
      continue;
    }
    const bool own = part.process == run->id;
    if (part.unfinished && !own && platform::process_exists(part.process)) {
      recording.problems.push_back("process " + std::to_string(part.process) +
                                   ", which the program started, still runs; its trace will be " +
                                   part.path.substr(0, part.path.size() - kUnfinished.size()));
      continue;
    }
    // How another process died is unknown, because this process cannot wait for it.
    auto trace = close(part, own ? platform::to_text(run->end) : "ended before Shutdown", recording);
    if (trace) recording.traces.insert(own ? recording.traces.begin() : recording.traces.end(), *trace);
  }
  const bool has_own = !recording.traces.empty() && recording.traces.front().process == run->id;
  if (has_own || recording.traces.size() == 1) keep(asked.trace_path, recording);
  pack_all(asked.trace_path, recording);
  return recording;
}

}  // namespace gcrucible::driver

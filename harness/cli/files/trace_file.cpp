#include "harness/cli/files/trace_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/report/style.h"
#include "harness/trace/read/reader.h"
#include "harness/trace/read/unpacked_file.h"

namespace gcrucible::cli {

Expected<void> check_overwriting(const std::string& path) {
  constexpr std::string_view kBeginning = "{\"gcrucible_trace\":";
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) == 0)
    return {};
  std::string start(kBeginning.size(), '\0');
  if (const auto file = trace::UnpackedFile::open(path)) start.resize(file->read(start.data(), start.size()));
  if (start == kBeginning) return {};
  return failure(fmt::format("'{}' exists and is not a trace of gcrucible", path));
}

std::string sum_of(const std::string& path) {
  std::size_t collections = 0, callbacks = 0, lines = 0;
  trace::Reader reader = trace::Reader::of_file(path);
  trace::read_all(reader, [&](const trace::Event& event) {
    ++lines;
    if (event.kind != trace::EventKind::kCallback) return;
    ++callbacks;
    if (event.name == "GarbageCollectionStarted") ++collections;
  });
  if (lines == 0) return {};
  return fmt::format("{}, {} callbacks, {} lines", report::counted(collections, "collection"),
                     report::grouped(callbacks), report::grouped(lines));
}

}  // namespace gcrucible::cli

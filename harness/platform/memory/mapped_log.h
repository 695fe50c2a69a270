// An append-only file that keeps every whole piece written to it, however the process ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/platform/files/mapped_file.h"

namespace gcrucible::platform {

// Bytes go into mapped pages, so that no system call and no buffer stands between a line and the file. The
// file grows a chunk at a time and is longer than what was written until finish() cuts it. One thread at a
// time.
class MappedLog {
 public:
  // A few thousand lines of a trace; small enough that a run of one collection leaves no large file behind a
  // crash.
  static constexpr std::uint64_t kChunk = std::uint64_t{4} << 20;

  struct Opened;
  // Makes or empties `path`. `committed`, which outlives the log, says how many bytes stand in it whole.
  static Opened create(const std::string& path, std::atomic<std::uint64_t>& committed,
                       std::uint64_t chunk = kChunk);
  // Over a file of at least one chunk that the caller has mapped from its start and gets back. It is written
  // over from the start and never cut, so that the next log finds its pages there.
  static MappedLog over(MappedFile file, std::atomic<std::uint64_t>& committed, std::uint64_t chunk = kChunk);
  // Mapped from its start again; without a window where that fails.
  MappedFile give_back() &&;

  // All of `bytes`, then `committed` says so. False when the disk is full or the file may not grow: error()
  // says why, nothing of `bytes` counts, and nothing may follow.
  bool append(std::span<const std::byte> bytes);
  // Cuts the file to what was committed, if it is the log's own.
  bool finish();
  // Whether all is well with the file so far.
  bool look();

  std::uint64_t length() const { return length_; }
  const std::string& error() const { return error_; }
  // The reason is that other code of the process has closed the file. What was committed stands in it.
  bool lost() const { return file_.lost(); }
  // Bytes that other code of the process has written into the file, as far as the log knows: it looks
  // whenever the file grows, and in look() and finish(). They stand behind its own, and damage nothing.
  std::uint64_t strange_bytes() const { return strange_bytes_; }

 private:
  MappedLog(MappedFile file, std::string path, std::atomic<std::uint64_t>& committed, std::uint64_t chunk)
      : file_(std::move(file)), path_(std::move(path)), committed_(&committed), chunk_(chunk) {
    file_.keep_writers_behind();
    known_length_ = file_.file_length();
  }
  void look_for_strangers();
  bool keep_error(const std::string& error);

  bool lent() const { return path_.empty(); }

  MappedFile file_;
  std::string path_;  // empty: the file is another's
  std::atomic<std::uint64_t>* committed_;
  std::uint64_t chunk_;
  std::uint64_t window_ = 0;  // where the mapped chunk starts in the file
  std::uint64_t length_ = 0;
  std::uint64_t known_length_ = 0;  // of the file, when the log looked last
  std::uint64_t strange_bytes_ = 0;
  std::string error_;
};

struct MappedLog::Opened {
  std::optional<MappedLog> log;
  std::string error;  // names the file
};

}  // namespace gcrucible::platform

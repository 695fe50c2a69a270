// An append-only file that keeps every complete record, however the process ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "harness/expected.h"
#include "harness/platform/files/mapped_file.h"

namespace gcrucible::platform {

// Bytes go into mapped pages, so that no system call and no buffer is between a line and the file. The file
// grows by one chunk at a time. Until finish() truncates the file, it is longer than the written bytes. One
// thread at a time.
class MappedLog {
 public:
  // Room for a few thousand lines of a trace. Small enough that a crash in a run of one collection leaves no
  // large file.
  static constexpr std::uint64_t kChunk = std::uint64_t{4} << 20;

  // Creates or empties `path`. `committed` outlives the log and holds the number of bytes that are completely
  // written. The error names the file.
  static Expected<MappedLog> create(const std::string& path, std::atomic<std::uint64_t>& committed,
                                    std::uint64_t chunk = kChunk);
  // Writes into a file of at least one chunk. The caller has mapped the file from its start and gets it back.
  // The file is overwritten from its start and never truncated, so that the next log finds its pages there.
  static MappedLog over(MappedFile file, std::atomic<std::uint64_t>& committed, std::uint64_t chunk = kChunk);
  // Returns the file, mapped from its start again. The file has no window if the mapping fails.
  MappedFile give_back() &&;

  // Appends all of `bytes`, then updates `committed`. Returns false if the disk is full or the file may not
  // grow. In that case error() states the reason, none of `bytes` counts, and no further append is allowed.
  bool append(std::span<const std::byte> bytes);
  // Truncates the file to the committed length, if the log owns the file.
  bool finish();
  // Returns whether the file has had no error so far.
  bool look();

  std::uint64_t length() const { return length_; }
  const std::string& error() const { return error_; }
  // True if the error is that other code of the process has closed the file. The committed bytes stay in it.
  bool lost() const { return file_.lost(); }
  // Number of bytes that other code of the process has written into the file, as far as the log knows. The
  // log checks whenever the file grows, and in look() and finish(). Those bytes are after the log's own and
  // damage nothing.
  std::uint64_t strange_bytes() const { return strange_bytes_; }

 private:
  MappedLog(MappedFile file, std::string path, std::atomic<std::uint64_t>& committed, std::uint64_t chunk)
      : file_(std::move(file)), path_(std::move(path)), committed_(&committed), chunk_(chunk) {
    file_.keep_writers_behind();
    known_length_ = file_.file_length();
  }
  void look_for_strangers();
  bool keep_error(const Expected<void>& done);

  bool guarded() const { return path_.empty(); }

  MappedFile file_;
  std::string path_;  // empty: the caller owns the file
  std::atomic<std::uint64_t>* committed_;
  std::uint64_t chunk_;
  std::uint64_t window_ = 0;  // where the mapped chunk starts in the file
  std::uint64_t length_ = 0;
  std::uint64_t known_length_ = 0;  // of the file, at the last check
  std::uint64_t strange_bytes_ = 0;
  std::string error_;  // empty: none
};

}  // namespace gcrucible::platform

// A file with one window that is plain memory, shared with every process that maps the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/expected.h"

namespace gcrucible::platform {

// Bytes written through the window are visible in the file at once for other processes. They stay when this
// process is killed. Disk space is claimed before a window is mapped: a full disk is an error here, not a
// fault at the first write. The object itself: one thread at a time. Callers synchronize access to the
// memory.
class MappedFile {
 public:
  // Errors of the functions that give a file name the file.

  // Creates or empties the file, fills it with `length` zero bytes, and maps all of it.
  static Expected<MappedFile> create(const std::string& path, std::uint64_t length);
  // Maps the whole file at its current length.
  static Expected<MappedFile> open(const std::string& path);
  // Creates or empties the file and maps nothing yet.
  static Expected<MappedFile> create_empty(const std::string& path);
  // Creates and maps a file of that length that has no path and exists only in memory, if the system has such
  // files. `purpose` names the file for people who inspect the process.
  static Expected<MappedFile> in_memory(const std::string& purpose, std::uint64_t length);
  // Maps the whole file of an inherited descriptor. This object owns the descriptor from now on.
  static Expected<MappedFile> of_descriptor(std::intptr_t file);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::byte* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  // True once check() or move_window() has found that the descriptor no longer belongs to this file. Other
  // code of the process has closed the descriptor, and may have got the same number for a file of its own.
  // This object does not touch the other file. The content of this file stays.
  bool lost() const { return lost_; }
  // Checks now whether the descriptor still belongs to this file.
  Expected<void> check();
  // The descriptor or handle value, for programs that inherit it.
  std::intptr_t descriptor() const { return file_; }
  // The file's current length: other processes may have written into it.
  std::uint64_t file_length() const;

  // Replaces the window by [offset, offset + length) of the file and grows the file if necessary. `offset` is
  // a multiple of 64 KiB. After an error there is no window.
  Expected<void> move_window(std::uint64_t offset, std::uint64_t length);
  // Truncates the file to `length` bytes and unmaps the window.
  Expected<void> truncate(std::uint64_t length);
  // From now on nothing can shorten the file, not even this process, which would otherwise fault in the
  // missing pages. Only for files in memory, and only if the system supports it.
  void keep_whole();
  // From now on, writes through the descriptor are appended after the file's end and damage nothing. The
  // effect lasts until other code removes the flag. Only if the system supports it.
  void keep_writers_behind();
  // Closes the descriptor, so that other code of the process cannot write into it. The window stays. The file
  // can no longer grow.
  void let_go();
  // Replaces everything from `offset` on by zeroes that use no memory. The file keeps its length and its
  // window.
  Expected<void> give_back_from(std::uint64_t offset);
  // A path with which other processes of this user can open the file while this object exists. Empty if the
  // system has no such paths.
  std::string path_for_others() const;

 private:
  // Identity of the file that a descriptor refers to, under any name; zeroes if it refers to none.
  struct Identity {
    std::uint64_t volume = 0;
    std::uint64_t number = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static Identity identity_of(std::intptr_t file);

  explicit MappedFile(std::intptr_t file) : file_(file), identity_(identity_of(file)) {}
  bool still_there();
  void unmap();
  void close();

  static constexpr std::intptr_t kNoFile = -1;
  static constexpr const char* kLostText = "its descriptor was closed by other code of the process";
  std::intptr_t file_ = kNoFile;  // a descriptor, or a HANDLE
  Identity identity_;
  bool lost_ = false;
  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace gcrucible::platform

// A file of which one window is plain memory, shared with every process that maps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace gcrucible::platform {

// What is written through it is in the file at once for other processes, and stays when this process is
// killed. Disk space is claimed before a window is mapped: a full disk is an error here, not a fault at the
// first write. One thread at a time for the object itself; the memory is the callers'.
class MappedFile {
 public:
  struct Opened;
  // Makes or empties the file, `length` bytes of zeroes, and maps all of it.
  static Opened create(const std::string& path, std::uint64_t length);
  // Maps a file as long as it is.
  static Opened open(const std::string& path);
  // Makes or empties the file and maps nothing yet.
  static Opened create_empty(const std::string& path);
  // A file of that length that has no path and is in memory only, where the system has such files; all of it
  // is mapped. `purpose` is for people who look at the process.
  static Opened in_memory(const std::string& purpose, std::uint64_t length);
  // One that the process was started with, mapped as long as it is; from now on it is this object's.
  static Opened of_descriptor(std::intptr_t file);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::byte* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  // One of the two below has found that the descriptor is this file's no longer: other code of the process
  // has closed it, and may have got the same number for a file of its own, to which nothing is done. What
  // stands in the file stays.
  bool lost() const { return lost_; }
  // Looks now; empty if the descriptor is this file's.
  [[nodiscard]] std::string check() { return still_there() ? std::string() : kLostText; }
  // The descriptor, for programs that are to inherit it; as numbers go on this system.
  std::intptr_t descriptor() const { return file_; }
  // Of the file, as it is now: others may have written into it.
  std::uint64_t file_length() const;

  // Replaces the window by [offset, offset + length) of the file, which grows where it must. `offset` is a
  // multiple of 64 KiB. Returns what went wrong, empty if nothing; then there is no window.
  [[nodiscard]] std::string move_window(std::uint64_t offset, std::uint64_t length);
  // Cuts the file to `length` bytes and unmaps the window.
  [[nodiscard]] std::string truncate(std::uint64_t length);
  // From now on nobody can cut it, not even this process, which would fault where it looks at what is gone;
  // where the system can do so, of files in memory.
  void keep_whole();
  // From now on what is written through its descriptor goes behind the file's end and damages nothing, until
  // somebody takes that away again; where the system can do so.
  void keep_writers_behind();
  // Closes the descriptor, which other code of the process might write into; the window stays. The file
  // cannot grow any more.
  void let_go();
  // Zeroes from `offset` on that take no memory; the file stays as long as it is, and keeps its window.
  [[nodiscard]] std::string give_back_from(std::uint64_t offset);
  // By which other processes of this user can open it as long as this object is there; empty where the system
  // has no such paths.
  std::string path_for_others() const;

 private:
  // Which file a descriptor stands for, under whatever name; zeroes where it stands for none.
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

struct MappedFile::Opened {
  std::optional<MappedFile> file;
  std::string error;  // names the file
};

}  // namespace gcrucible::platform

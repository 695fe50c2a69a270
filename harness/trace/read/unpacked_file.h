// The bytes of a file. Files compressed by gzip or Zstandard are unpacked while they are read.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace gcrucible::trace {

// Recognizes compressed files by their first bytes, not by their names. Memory does not grow with the file.
// One thread at a time.
class UnpackedFile {
 public:
  // Null with `errno` if the file cannot be opened.
  static std::shared_ptr<UnpackedFile> open(const std::filesystem::path& path);
  UnpackedFile(const UnpackedFile&) = delete;
  UnpackedFile& operator=(const UnpackedFile&) = delete;
  ~UnpackedFile();

  // Fills the buffer and returns the number of bytes, 0 at the end.
  std::size_t read(char* buffer, std::size_t size);

  // After read() has returned 0: the compressed file ends before the end of its content.
  bool breaks_off() const;
  // After read() has returned 0: why the rest cannot be unpacked; empty if there is no reason.
  const std::string& damage() const;

  class Packed;  // a compressed file

 private:
  explicit UnpackedFile(std::FILE* file);

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::unique_ptr<Packed> packed_;  // none: the file is not compressed
};

}  // namespace gcrucible::trace

#include <windows.h>

#include <algorithm>
#include <bit>

#include "harness/platform/files/mapped_file.h"
#include "harness/platform/windows_error.h"

namespace gcrucible::platform {
namespace {

HANDLE handle_of(std::intptr_t file) {
  return std::bit_cast<HANDLE>(file);
}

std::intptr_t open_with(const std::string& path, DWORD disposition) {
  HANDLE const file = CreateFileW(widen(path).c_str(), GENERIC_READ | GENERIC_WRITE,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  disposition, FILE_ATTRIBUTE_NORMAL, nullptr);
  // INVALID_HANDLE_VALUE is -1, the same value as kNoFile.
  return std::bit_cast<std::intptr_t>(file);
}

}  // namespace

MappedFile::Identity MappedFile::identity_of(std::intptr_t file) {
  BY_HANDLE_FILE_INFORMATION information = {};
  if (GetFileInformationByHandle(handle_of(file), &information) == 0) return {};
  return {information.dwVolumeSerialNumber,
          std::uint64_t{information.nFileIndexHigh} << 32 | information.nFileIndexLow};
}

Expected<MappedFile> MappedFile::create_empty(const std::string& path) {
  const std::intptr_t file = open_with(path, CREATE_ALWAYS);
  if (file == kNoFile) return failure(path + ": cannot be made: " + last_error_text());
  return MappedFile(file);
}

Expected<MappedFile> MappedFile::open(const std::string& path) {
  const std::intptr_t file = open_with(path, OPEN_EXISTING);
  if (file == kNoFile) return failure(path + ": cannot be opened: " + last_error_text());
  MappedFile mapped(file);
  LARGE_INTEGER length = {};
  if (GetFileSizeEx(handle_of(file), &length) == 0) return failure(path + ": " + last_error_text());
  if (const auto moved = mapped.move_window(0, static_cast<std::uint64_t>(length.QuadPart)); !moved)
    return failure(path + ": " + moved.error());
  return mapped;
}

// Serving hosts exist only on systems that can copy a process.
Expected<MappedFile> MappedFile::in_memory(const std::string& purpose, std::uint64_t) {
  return failure("memory for the " + purpose + ": not on this system");
}

Expected<MappedFile> MappedFile::of_descriptor(std::intptr_t) {
  return failure("files are not inherited on this system");
}

std::uint64_t MappedFile::file_length() const {
  LARGE_INTEGER length = {};
  return GetFileSizeEx(handle_of(file_), &length) != 0 ? static_cast<std::uint64_t>(length.QuadPart) : 0;
}

Expected<void> MappedFile::move_window(std::uint64_t offset, std::uint64_t length) {
  unmap();
  if (length == 0) return {};
  if (!still_there()) return failure(kLostText);
  LARGE_INTEGER old = {};
  GetFileSizeEx(handle_of(file_), &old);
  const std::uint64_t end = std::max(offset + length, static_cast<std::uint64_t>(old.QuadPart));
  // The mapping object grows the file and claims the space.
  HANDLE const section = CreateFileMappingW(handle_of(file_), nullptr, PAGE_READWRITE,
                                            static_cast<DWORD>(end >> 32), static_cast<DWORD>(end), nullptr);
  if (section == nullptr)
    return failure("cannot grow to " + std::to_string(end) + " bytes: " + last_error_text());
  void* const data = MapViewOfFile(section, FILE_MAP_ALL_ACCESS, static_cast<DWORD>(offset >> 32),
                                   static_cast<DWORD>(offset), length);
  const std::string error = data == nullptr ? last_error_text() : std::string();
  CloseHandle(section);
  if (data == nullptr) return failure("cannot be mapped: " + error);
  data_ = static_cast<std::byte*>(data);
  size_ = length;
  return {};
}

Expected<void> MappedFile::truncate(std::uint64_t length) {
  unmap();
  if (!still_there()) return failure(kLostText);
  LARGE_INTEGER end = {};
  end.QuadPart = static_cast<LONGLONG>(length);
  if (SetFilePointerEx(handle_of(file_), end, nullptr, FILE_BEGIN) != 0 &&
      SetEndOfFile(handle_of(file_)) != 0) {
    return {};
  }
  return failure("cannot be cut: " + last_error_text());
}

// Windows does not shorten a mapped file.
void MappedFile::keep_whole() {}

// No code writes into it by mistake: handles are not small numbers.
void MappedFile::keep_writers_behind() {}

void MappedFile::let_go() {
  if (file_ != kNoFile) CloseHandle(handle_of(file_));
  file_ = kNoFile;
}

Expected<void> MappedFile::give_back_from(std::uint64_t) {
  return {};
}

std::string MappedFile::path_for_others() const {
  return {};
}

void MappedFile::unmap() {
  if (data_ != nullptr) UnmapViewOfFile(data_);
  data_ = nullptr;
  size_ = 0;
}

void MappedFile::close() {
  unmap();
  let_go();
}

}  // namespace gcrucible::platform

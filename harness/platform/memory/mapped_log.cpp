#include "harness/platform/memory/mapped_log.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gcrucible::platform {

Expected<MappedLog> MappedLog::create(const std::string& path, std::atomic<std::uint64_t>& committed,
                                      std::uint64_t chunk) {
  Expected<MappedFile> opened = MappedFile::create(path, chunk);
  if (!opened) return failure(std::move(opened.error()));
  committed.store(0, std::memory_order_release);
  return MappedLog(std::move(*opened), path, committed, chunk);
}

MappedLog MappedLog::over(MappedFile file, std::atomic<std::uint64_t>& committed, std::uint64_t chunk) {
  committed.store(0, std::memory_order_release);
  return {std::move(file), {}, committed, chunk};
}

MappedFile MappedLog::give_back() && {
  if (window_ != 0) static_cast<void>(file_.move_window(0, chunk_));
  return std::move(file_);
}

bool MappedLog::append(std::span<const std::byte> bytes) {
  if (!error_.empty()) return false;
  std::uint64_t end = length_;
  while (!bytes.empty()) {
    if (end - window_ == chunk_) {
      window_ = end;
      look_for_strangers();
      const Expected<void> moved = file_.move_window(window_, chunk_);
      known_length_ = file_.file_length();
      if (!moved) {
        error_ = (guarded() ? "its memory" : path_) + ": " + moved.error();
        return false;
      }
    }
    const std::size_t part =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), window_ + chunk_ - end));
    std::memcpy(file_.data() + (end - window_), bytes.data(), part);
    bytes = bytes.subspan(part);
    end += part;
  }
  length_ = end;
  committed_->store(end, std::memory_order_release);
  return true;
}

void MappedLog::look_for_strangers() {
  if (!file_.check()) return;
  const std::uint64_t length = file_.file_length();
  if (length > known_length_) strange_bytes_ += length - known_length_;
  known_length_ = length;
}

bool MappedLog::look() {
  look_for_strangers();
  return keep_error(file_.check());
}

bool MappedLog::finish() {
  look_for_strangers();
  return keep_error(guarded() ? file_.check() : file_.truncate(length_));
}

bool MappedLog::keep_error(const Expected<void>& done) {
  if (error_.empty() && !done) error_ = path_ + ": " + done.error();
  return done.has_value();
}

}  // namespace gcrucible::platform

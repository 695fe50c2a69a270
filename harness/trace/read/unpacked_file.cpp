#include "harness/trace/read/unpacked_file.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace gcrucible::trace {

// Reads the file in blocks. A derived class unpacks them.
class UnpackedFile::Packed {
 public:
  explicit Packed(std::FILE* file) : file_(file), block_(kBlock) {}
  Packed(const Packed&) = delete;
  Packed& operator=(const Packed&) = delete;
  virtual ~Packed() = default;

  std::size_t read(char* buffer, std::size_t size) {
    while (!done_) {
      if (begin_ == end_) {
        begin_ = 0;
        end_ = std::fread(block_.data(), 1, block_.size(), file_);
      }
      const bool dry = end_ == 0;
      // Unpacked bytes may wait inside the library although the file has ended.
      const std::size_t made = unpack({block_.data() + begin_, end_ - begin_}, buffer, size);
      if (!damage_.empty()) done_ = true;
      if (made != 0) return made;
      if (!dry) continue;
      breaks_off_ = inside_ && damage_.empty();
      done_ = true;
    }
    return 0;
  }

  bool breaks_off() const { return breaks_off_; }
  const std::string& damage() const { return damage_; }

 protected:
  // Unpacks a part of `bytes`, calls used() and sets inside_. Returns the number of bytes put into `buffer`.
  virtual std::size_t unpack(std::string_view bytes, char* buffer, std::size_t size) = 0;
  void used(std::size_t bytes) { begin_ += bytes; }
  void damaged(std::string problem) { damage_ = std::move(problem); }

  bool inside_ = true;  // the content continues

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 17;

  std::FILE* file_;
  std::vector<char> block_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool done_ = false;
  bool breaks_off_ = false;
  std::string damage_;
};

namespace {

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kZstandard = "\x28\xB5\x2F\xFD";

// A file may consist of several members, one after the other.
class Gzip final : public UnpackedFile::Packed {
 public:
  explicit Gzip(std::FILE* file) : Packed(file) {
    constexpr int kGzipOnly = 15 + 16;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) damaged("gzip: no memory to unpack it");
  }
  ~Gzip() override { inflateEnd(&stream_); }

 private:
  std::size_t unpack(std::string_view bytes, char* buffer, std::size_t size) override {
    if (!damage().empty()) return 0;
    if (!inside_ && !bytes.empty()) {
      inflateReset(&stream_);
      inside_ = true;
    }
    constexpr std::size_t kMost = std::size_t{1} << 30;  // zlib counts in 32 bits
    const std::size_t room = std::min(size, kMost);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = static_cast<uInt>(room);
    const int result = inside_ ? inflate(&stream_, Z_NO_FLUSH) : Z_OK;
    used(bytes.size() - stream_.avail_in);
    if (result == Z_STREAM_END) inside_ = false;
    // Z_BUF_ERROR: there were no bytes to unpack.
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
      damaged(std::string("gzip: ") + (stream_.msg == nullptr ? zError(result) : stream_.msg));
    return room - stream_.avail_out;
  }

  z_stream stream_ = {};
};

class Zstandard final : public UnpackedFile::Packed {
 public:
  explicit Zstandard(std::FILE* file) : Packed(file), stream_(ZSTD_createDStream()) {}
  ~Zstandard() override { ZSTD_freeDStream(stream_); }

 private:
  std::size_t unpack(std::string_view bytes, char* buffer, std::size_t size) override {
    if (!inside_ && bytes.empty()) return 0;
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer out{buffer, size, 0};
    const std::size_t result = ZSTD_decompressStream(stream_, &out, &in);
    used(in.pos);
    if (ZSTD_isError(result) != 0) damaged(std::string("zstd: ") + ZSTD_getErrorName(result));
    inside_ = result != 0;
    return out.pos;
  }

  ZSTD_DStream* stream_;
};

}  // namespace

std::shared_ptr<UnpackedFile> UnpackedFile::open(const std::filesystem::path& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  return file == nullptr ? nullptr : std::shared_ptr<UnpackedFile>(new UnpackedFile(file));
}

UnpackedFile::UnpackedFile(std::FILE* file) : file_(file, &std::fclose) {
  std::array<char, 4> bytes{};
  const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), file_.get());
  std::rewind(file_.get());
  const std::string_view beginning(bytes.data(), count);
  if (beginning.starts_with(kGzip)) packed_ = std::make_unique<Gzip>(file_.get());
  if (beginning.starts_with(kZstandard)) packed_ = std::make_unique<Zstandard>(file_.get());
}

UnpackedFile::~UnpackedFile() = default;

std::size_t UnpackedFile::read(char* buffer, std::size_t size) {
  return packed_ ? packed_->read(buffer, size) : std::fread(buffer, 1, size, file_.get());
}

bool UnpackedFile::breaks_off() const {
  return packed_ && packed_->breaks_off();
}

const std::string& UnpackedFile::damage() const {
  static const std::string none;
  return packed_ ? packed_->damage() : none;
}

}  // namespace gcrucible::trace

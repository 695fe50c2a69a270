#include "harness/driver/trace/packing.h"

#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "harness/platform/files/temporary_file.h"

namespace gcrucible::driver {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 17;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Expected<File> opened(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  if (file == nullptr) return failure(path + ": " + std::strerror(errno));
  return file;
}

// Each function returns false if the disk is full or the file cannot be read.
bool zip(std::FILE* from, std::FILE* to) {
  constexpr int kGzip = 15 + 16, kUsualMemory = 8;
  z_stream stream = {};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kUsualMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    return false;
  std::vector<unsigned char> in(kBlock), out(kBlock);
  bool written = true, last = false;
  while (written && !last) {
    stream.next_in = in.data();
    stream.avail_in = static_cast<uInt>(std::fread(in.data(), 1, in.size(), from));
    last = stream.avail_in == 0;
    do {
      stream.next_out = out.data();
      stream.avail_out = static_cast<uInt>(out.size());
      deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
      const std::size_t made = out.size() - stream.avail_out;
      written = std::fwrite(out.data(), 1, made, to) == made;
    } while (written && stream.avail_out == 0);
  }
  deflateEnd(&stream);
  return written;
}

bool zstandard(std::FILE* from, std::FILE* to) {
  const std::unique_ptr<ZSTD_CStream, std::size_t (*)(ZSTD_CStream*)> stream(ZSTD_createCStream(),
                                                                             ZSTD_freeCStream);
  if (stream == nullptr) return false;
  ZSTD_CCtx_setParameter(stream.get(), ZSTD_c_checksumFlag, 1);
  std::vector<char> block(kBlock), made(kBlock);
  for (bool last = false; !last;) {
    ZSTD_inBuffer in{block.data(), std::fread(block.data(), 1, block.size(), from), 0};
    last = in.size == 0;
    for (bool more = true; more;) {
      ZSTD_outBuffer out{made.data(), made.size(), 0};
      const std::size_t left =
          ZSTD_compressStream2(stream.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0 || std::fwrite(out.dst, 1, out.pos, to) != out.pos) return false;
      more = last ? left != 0 : in.pos != in.size;
    }
  }
  return true;
}

}  // namespace

Packing packing_of(std::string_view path) {
  if (path.ends_with(".gz")) return Packing::kGzip;
  return path.ends_with(".zst") ? Packing::kZstandard : Packing::kNone;
}

Expected<void> pack(const std::string& from, const std::string& to, Packing packing) {
  Expected<platform::TemporaryFile> made = platform::TemporaryFile::beside(to);
  if (!made) return failure(std::move(made.error()));
  Expected<File> in = opened(from, "rb");
  if (!in) return failure(std::move(in.error()));
  Expected<File> out = opened(made->path(), "wb");
  if (!out) return failure(std::move(out.error()));
  errno = 0;
  const bool packed = (packing == Packing::kGzip ? zip : zstandard)(in->get(), out->get());
  if (!packed || std::ferror(in->get()) != 0 || std::fflush(out->get()) != 0)
    return failure(to + ": cannot be written: " + std::strerror(errno == 0 ? EIO : errno));
  return made->keep_as(to);
}

}  // namespace gcrucible::driver

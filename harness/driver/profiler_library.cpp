#include "harness/driver/profiler_library.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "harness/abi/guid.h"
#include "harness/driver/sha256.h"
#include "harness/platform/files/executable_path.h"

namespace gcrucible::driver {
namespace {

namespace fs = std::filesystem;

struct Machine {
  std::uint16_t elf;
  const char* name;
};
constexpr std::array<Machine, 6> kMachines = {{{3, "x86 (32 bits)"},
                                               {40, "ARM (32 bits)"},
                                               {62, "x86-64"},
                                               {183, "ARM64"},
                                               {243, "RISC-V"},
                                               {258, "LoongArch"}}};
#if defined(__x86_64__)
constexpr std::uint16_t kOwnMachine = 62;
#elif defined(__aarch64__)
constexpr std::uint16_t kOwnMachine = 183;
#else
#error "gcrucible runs on x86-64 and ARM64"
#endif

std::string name_of(std::uint16_t machine) {
  for (const Machine& known : kMachines) {
    if (known.elf == machine) return known.name;
  }
  return "machine number " + std::to_string(machine);
}

constexpr std::size_t kStart = 64;

// Accepts a shared library of this machine.
Expected<void> check_start(std::string_view start) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint16_t>(static_cast<unsigned char>(start[at]));
  };
  if (start.empty()) return failure("is empty; build or copy it again");
  if (start.starts_with("MZ")) {
    return failure(
        "is a Windows or .NET library; give the native Linux library (for a profiler in C#, the .so that "
        "`dotnet publish` makes with NativeAOT)");
  }
  if (start.starts_with("\xCF\xFA\xED\xFE") || start.starts_with("\xCA\xFE\xBA\xBE")) {
    return failure("is a macOS library; give the one built for Linux");
  }
  if (start.starts_with("!<arch>")) return failure("is a static library (.a); give the shared library (.so)");
  if (!start.starts_with("\x7F"
                         "ELF"))
    return failure("is no library: it does not begin as an ELF file does; give the profiler's .so");
  if (start.size() < kStart) return failure("is cut off: an ELF header is 64 bytes");
  constexpr std::uint16_t kClass32 = 1;
  constexpr std::uint16_t kSharedObject = 3;
  const auto machine = static_cast<std::uint16_t>(byte(18) | byte(19) << 8);
  if (machine != kOwnMachine)
    return failure("is built for " + name_of(machine) + ", this machine is " + name_of(kOwnMachine));
  // x32, or ILP32 on ARM64.
  if (byte(4) == kClass32)
    return failure("is built for 32 bits; give the one built for " + name_of(kOwnMachine) + " with 64 bits");
  if (static_cast<std::uint16_t>(byte(16) | byte(17) << 8) != kSharedObject) {
    return failure("is an ELF file, but no shared library; give the .so that the linker makes with -shared");
  }
  return {};
}

// Loading a file that ends before its segments causes a SIGBUS inside dlopen. Only for 64-bit ELF files,
// whose numbers are little-endian on all machines that gcrucible supports.
bool is_whole(std::ifstream& in, std::uint64_t bytes) {
  const auto number = [&in](std::uint64_t at, std::size_t width) {
    std::array<char, 8> read{};
    in.seekg(static_cast<std::streamoff>(at));
    in.read(read.data(), static_cast<std::streamsize>(width));
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(read[i]);
    return value;
  };
  const auto fits = [bytes](std::uint64_t from, std::uint64_t length) {
    return from <= bytes && length <= bytes - from;
  };
  in.clear();
  const std::uint64_t segments = number(32, 8), sections = number(40, 8);
  const std::uint64_t segment_size = number(54, 2), segment_count = number(56, 2);
  if (!fits(segments, segment_size * segment_count)) return false;
  if (sections != 0 && !fits(sections, number(58, 2) * number(60, 2))) return false;
  for (std::uint64_t i = 0; i < segment_count && segment_size >= 40; ++i) {
    const std::uint64_t segment = segments + i * segment_size;
    if (!fits(number(segment + 8, 8), number(segment + 32, 8))) return false;
  }
  return true;
}

}  // namespace

Expected<ProfilerLibrary> check_profiler_library(const std::string& path) {
  const auto wrong = [&](const std::string& what) { return failure(path + " " + what); };
  if (path.empty()) return failure("no profiler library given; use --profiler FILE or CORECLR_PROFILER_PATH");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return wrong("does not exist; is the path to the profiler library right?");
  if (fs::is_directory(status)) return wrong("is a folder; give the profiler library in it");
  if (!fs::is_regular_file(status))
    return wrong("is no file but a pipe, a socket or a device; give a library");
  std::ifstream in(path, std::ios::binary);
  if (!in) return wrong(std::string("cannot be read: ") + std::strerror(errno));

  ProfilerLibrary library{.path = platform::absolute_path(path), .sha256 = {}, .bytes = 0};
  Sha256 hash;
  std::array<char, 64 * 1024> buffer;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    const std::span<const char> part(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (library.bytes == 0) {
      const auto begun = check_start({part.data(), std::min(part.size(), kStart)});
      if (!begun) return wrong(begun.error());
    }
    library.bytes += part.size();
    hash.add(std::as_bytes(part));
  }
  if (in.bad()) return wrong("cannot be read to its end");
  if (library.bytes == 0) return wrong(check_start({}).error());
  if (!is_whole(in, library.bytes)) {
    return wrong("is incomplete: it is shorter than its ELF header requires, and ends after " +
                 std::to_string(library.bytes) + " bytes; copy or build it again");
  }
  library.sha256 = hash.finish();
  return library;
}

Expected<std::string> check_clsid(const std::string& text) {
  if (text.empty()) return failure("no CLSID given; use --clsid GUID or CORECLR_PROFILER");
  abi::GUID guid{};
  if (!abi::parse_guid(text, guid)) {
    return failure("\"" + text +
                   "\" is no CLSID: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 are expected, as in "
                   "{01234567-89AB-CDEF-0123-456789ABCDEF}, with or without the braces");
  }
  return std::string(abi::format_guid(guid).view());
}

}  // namespace gcrucible::driver

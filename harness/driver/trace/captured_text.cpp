#include "harness/driver/trace/captured_text.h"

#include <cstdint>
#include <fstream>

namespace gcrucible::driver {
namespace {

std::string part(std::ifstream& in, std::uint64_t from, std::uint64_t length) {
  std::string text(length, '\0');
  in.seekg(static_cast<std::streamoff>(from));
  in.read(text.data(), static_cast<std::streamsize>(length));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace

std::string captured_text(const std::string& path, std::size_t most) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return {};
  const auto size = static_cast<std::uint64_t>(in.tellg());
  if (size <= most) return part(in, 0, size);
  // The end is more useful after a death than the middle.
  std::string head = part(in, 0, most / 2);
  std::string tail = part(in, size - most / 2, most / 2);
  // Cut at line ends, if there are any.
  if (const std::size_t end = head.rfind('\n'); end != std::string::npos) head.resize(end + 1);
  if (const std::size_t start = tail.find('\n'); start != std::string::npos) tail.erase(0, start + 1);
  const std::uint64_t left_out = size - head.size() - tail.size();
  return head + "[... " + std::to_string(left_out) + " bytes left out ...]\n" + tail;
}

}  // namespace gcrucible::driver

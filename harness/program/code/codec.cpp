#include "harness/program/code/codec.h"

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "harness/program/code/bytes.h"
#include "harness/program/code/last_enumerator.h"

namespace gcrucible::program {
namespace {

constexpr std::array<char, 4> kMagic = {'G', 'C', 'P', 'R'};
// Host and driver are built together, so a reader knows only one version. Another version means mixed builds.
constexpr std::uint32_t kVersion = 8;

template <typename T>
concept Structure = requires(T& value) {
  fields(value, [](auto&...) {});
};

class Writer {
 public:
  void operator()(const auto&... values) { (write(values), ...); }

  std::vector<std::byte> take() { return bytes_.take(); }
  ByteWriter& bytes() { return bytes_; }

 private:
  template <typename T>
  requires std::is_integral_v<T>
  void write(const T& value) { bytes_.unsigned_number(static_cast<std::uint64_t>(value), sizeof(T)); }
  template <typename T>
  requires std::is_enum_v<T>
  void write(const T& value) { bytes_.unsigned_number(static_cast<std::uint64_t>(value), sizeof(T)); }
  void write(const std::string& value) { bytes_.text(value); }
  void write(const std::vector<bool>& value) {
    bytes_.unsigned_number(value.size(), 4);
    for (const bool each : value) write(each);
  }
  template <typename T>
  void write(const std::vector<T>& value) {
    bytes_.unsigned_number(value.size(), 4);
    for (const T& each : value) write(each);
  }
  template <typename T, std::size_t N>
  void write(const std::array<T, N>& value) {
    for (const T& each : value) write(each);
  }
  template <typename T>
  void write(const std::optional<T>& value) {
    write(value.has_value());
    if (value) write(*value);
  }
  template <typename... T>
  void write(const std::variant<T...>& value) {
    bytes_.unsigned_number(value.index(), 1);
    std::visit([this](const auto& each) { this->write(each); }, value);
  }
  template <Structure T>
  void write(const T& value) {
    fields(value, *this);
  }

  ByteWriter bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void operator()(auto&... values) { (read(values), ...); }
  ByteReader& bytes() { return bytes_; }

 private:
  void read(bool& value) {
    const std::uint64_t number = bytes_.unsigned_number(1, "a truth value");
    if (number > 1) bytes_.fail("a truth value is " + std::to_string(number));
    value = number == 1;
  }
  template <typename T>
  requires std::is_integral_v<T>
  void read(T& value) { value = static_cast<T>(bytes_.unsigned_number(sizeof(T), "a number")); }
  template <typename T>
  requires std::is_enum_v<T>
  void read(T& value) {
    const std::uint64_t number = bytes_.unsigned_number(sizeof(T), "an enumerator");
    if (number > static_cast<std::uint64_t>(kLast<T>)) {
      bytes_.fail("an enumerator is " + std::to_string(number) + ", above the last one, " +
                  std::to_string(static_cast<unsigned>(kLast<T>)));
      return;
    }
    value = static_cast<T>(number);
  }
  void read(std::string& value) { value = bytes_.text("a text"); }
  void read(std::vector<bool>& value) {
    const std::uint32_t count = bytes_.count("a list");
    for (std::uint32_t i = 0; i < count && !bytes_.failed(); ++i) {
      bool each = false;
      read(each);
      value.push_back(each);
    }
  }
  template <typename T>
  void read(std::vector<T>& value) {
    const std::uint32_t count = bytes_.count("a list");
    for (std::uint32_t i = 0; i < count && !bytes_.failed(); ++i) read(value.emplace_back());
  }
  template <typename T, std::size_t N>
  void read(std::array<T, N>& value) {
    for (T& each : value) read(each);
  }
  template <typename T>
  void read(std::optional<T>& value) {
    bool there = false;
    read(there);
    if (there) read(value.emplace());
  }
  template <typename... T>
  void read(std::variant<T...>& value) {
    const std::uint64_t index = bytes_.unsigned_number(1, "an action");
    if (index >= sizeof...(T)) {
      bytes_.fail("an action is of kind " + std::to_string(index) + ", above the last one");
      return;
    }
    read_alternative(value, index, std::index_sequence_for<T...>());
  }
  template <typename Variant, std::size_t... I>
  void read_alternative(Variant& value, std::uint64_t index, std::index_sequence<I...>) {
    ((I == index ? read(value.template emplace<I>()) : void()), ...);
  }
  template <Structure T>
  void read(T& value) {
    fields(value, *this);
  }

  ByteReader bytes_;
};

}  // namespace

std::vector<std::byte> encode(const Program& program) {
  Writer writer;
  writer.bytes().raw(std::as_bytes(std::span(kMagic)));
  writer(kVersion, program);
  return writer.take();
}

Expected<Program> decode(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  std::array<char, 4> magic{};
  std::uint32_t version = 0;
  for (char& each : magic) each = static_cast<char>(reader.bytes().unsigned_number(1, "the magic"));
  if (!reader.bytes().failed() && magic != kMagic) reader.bytes().fail("this is no gcrucible program");
  reader(version);
  if (!reader.bytes().failed() && version != kVersion) {
    reader.bytes().fail("version " + std::to_string(version) +
                        " of the program format, but this build reads " + std::to_string(kVersion) +
                        "; use driver and host of the same build");
  }
  Program program;
  if (!reader.bytes().failed()) reader(program);
  if (!reader.bytes().failed() && reader.bytes().remaining() != 0) {
    reader.bytes().fail(std::to_string(reader.bytes().remaining()) + " bytes follow after the program's end");
  }
  if (reader.bytes().failed()) return failure(reader.bytes().error());
  return program;
}

}  // namespace gcrucible::program

#include "harness/platform/library/function_names.h"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace gcrucible::platform {
namespace {

namespace fs = std::filesystem;

// The parts of <elf.h> that are needed, which other systems do not have.
struct Head {
  std::uint8_t identity[16];
  std::uint16_t type, machine;
  std::uint32_t version;
  std::uint64_t entry, segments, sections;
  std::uint32_t flags;
  std::uint16_t size, segment_size, segment_count, section_size, section_count, names;
};
static_assert(sizeof(Head) == 64);
struct Section {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, size;
  std::uint32_t link, info;
  std::uint64_t alignment, entry_size;
};
static_assert(sizeof(Section) == 64);
struct Symbol {
  std::uint32_t name;
  std::uint8_t info, other;
  std::uint16_t section;
  std::uint64_t value, size;
};
static_assert(sizeof(Symbol) == 24);
constexpr std::uint32_t kSymbols = 2;   // SHT_SYMTAB
constexpr std::uint32_t kExports = 11;  // SHT_DYNSYM
constexpr std::uint32_t kAbsent = 8;    // SHT_NOBITS
constexpr std::uint8_t kFunction = 2;   // STT_FUNC

class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : in_(path, std::ios::binary) {
    std::error_code code;
    bytes_ = fs::file_size(path, code);
    if (code || !in_) return;
    Head head{};
    constexpr std::string_view kStart =
        "\x7F"
        "ELF\x02\x01";  // 64 bits, little-endian
    if (!read(0, &head, sizeof head) || std::memcmp(head.identity, kStart.data(), kStart.size()) != 0 ||
        head.section_size != sizeof(Section))
      return;
    sections_.resize(head.section_count);
    if (!read(head.sections, sections_.data(), sections_.size() * sizeof(Section))) sections_.clear();
    if (head.names < sections_.size()) names_ = contents(sections_[head.names]);
  }

  // Null if there is none.
  const Section* of_type(std::uint32_t type) const {
    for (const Section& each : sections_) {
      if (each.type == type) return &each;
    }
    return nullptr;
  }
  std::string named(std::string_view name) {
    for (const Section& each : sections_) {
      if (text_at(names_, each.name) == name) return contents(each);
    }
    return {};
  }
  // Empty if the file does not have it.
  std::string contents(const Section& section) {
    std::string text;
    if (section.type == kAbsent || section.offset > bytes_ || section.size > bytes_ - section.offset)
      return text;
    text.resize(section.size);
    if (!read(section.offset, text.data(), text.size())) text.clear();
    return text;
  }
  const std::vector<Section>& sections() const { return sections_; }

  static std::string_view text_at(std::string_view texts, std::size_t at) {
    if (at >= texts.size()) return {};
    texts.remove_prefix(at);
    return texts.substr(0, texts.find('\0'));
  }

 private:
  bool read(std::uint64_t at, void* to, std::size_t size) {
    if (at > bytes_ || size > bytes_ - at) return false;
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(at));
    return static_cast<bool>(in_.read(static_cast<char*>(to), static_cast<std::streamsize>(size)));
  }

  std::ifstream in_;
  std::uint64_t bytes_ = 0;
  std::vector<Section> sections_;
  std::string names_;
};

struct Function {
  std::uint64_t address, size;
  std::string_view symbol;
};

// Calls `use` with each Function of a table of symbols.
template <typename Use>
void each_function(ElfFile& file, const Section& section, const Use& use) {
  if (section.link >= file.sections().size()) return;
  const std::string symbols = file.contents(section);
  const std::string names = file.contents(file.sections()[section.link]);
  for (std::size_t at = 0; at + sizeof(Symbol) <= symbols.size(); at += sizeof(Symbol)) {
    Symbol symbol{};
    std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
    if ((symbol.info & 0xF) != kFunction || symbol.section == 0) continue;
    if (const std::string_view name = ElfFile::text_at(names, symbol.name); !name.empty())
      use(Function{symbol.value, symbol.size, name});
  }
}

// The file for debuggers, which a linker or `objcopy --add-gnu-debuglink` names in the library. None if it is
// of another build.
std::optional<ElfFile> debug_file_of(ElfFile& library, const std::string& path) {
  constexpr std::string_view kBuild = ".note.gnu.build-id";
  const std::string link = library.named(".gnu_debuglink");
  const std::string_view name = ElfFile::text_at(link, 0);
  const std::string build = library.named(kBuild);
  if (name.empty() || name.find('/') != std::string_view::npos || build.empty()) return std::nullopt;
  ElfFile file((fs::path(path).parent_path() / name).string());
  if (file.named(kBuild) != build) return std::nullopt;
  return file;
}

// Calls `use` with each Function of the best table that a library or its file for debuggers has.
template <typename Use>
void each_known_function(const std::string& path, const Use& use) {
  ElfFile library(path);
  if (const Section* const symbols = library.of_type(kSymbols); symbols != nullptr)
    return each_function(library, *symbols, use);
  std::optional<ElfFile> debug = debug_file_of(library, path);
  if (const Section* const there = debug ? debug->of_type(kSymbols) : nullptr; there != nullptr)
    return each_function(*debug, *there, use);
  if (const Section* const exports = library.of_type(kExports); exports != nullptr)
    each_function(library, *exports, use);
}

}  // namespace

std::vector<std::vector<std::string>> function_names(const std::string& path,
                                                     std::span<const std::uint64_t> addresses) {
  std::unordered_map<std::uint64_t, std::vector<std::string>> wanted;
  for (const std::uint64_t each : addresses) wanted[each];
  each_known_function(path, [&](const Function& function) {
    const auto found = wanted.find(function.address);
    if (found != wanted.end()) found->second.emplace_back(function.symbol);
  });
  std::vector<std::vector<std::string>> names;
  for (const std::uint64_t each : addresses) names.push_back(wanted[each]);
  return names;
}

std::vector<std::optional<FunctionPlace>> functions_at(const std::string& path,
                                                       std::span<const std::uint64_t> addresses) {
  std::vector<std::optional<FunctionPlace>> places(addresses.size());
  each_known_function(path, [&](const Function& function) {
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      // Below the address the difference wraps, and exceeds each size.
      const std::uint64_t offset = addresses[i] - function.address;
      if (offset < function.size && (!places[i] || offset < places[i]->offset))
        places[i] = FunctionPlace{.symbol = std::string(function.symbol), .offset = offset};
    }
  });
  return places;
}

std::vector<std::string> functions_of(const std::string& path, Exported exported) {
  ElfFile library(path);
  std::vector<std::string> names;
  const auto add = [&](const Function& function) { names.emplace_back(function.symbol); };
  if (const Section* const exports = library.of_type(kExports); exports != nullptr)
    each_function(library, *exports, add);
  if (exported == Exported::kYes) return names;
  const std::unordered_set<std::string> known(names.begin(), names.end());
  names.clear();
  if (const Section* const symbols = library.of_type(kSymbols); symbols != nullptr)
    each_function(library, *symbols, add);
  std::erase_if(names, [&](const std::string& name) { return known.contains(name); });
  return names;
}

}  // namespace gcrucible::platform

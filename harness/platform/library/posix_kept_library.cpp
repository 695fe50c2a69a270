#include "harness/platform/library/posix_kept_library.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <fstream>
#include <vector>

#include "harness/platform/crash/symbol_name.h"

namespace gcrucible::platform {
namespace {

constexpr const char* kUnknown =
    "the reason is unknown: it may have opened itself again (dlopen), or have thread_local objects with "
    "destructors on threads that still run";

#ifdef __linux__

template <typename T>
bool read_at(std::ifstream& file, std::uint64_t at, T& to) {
  file.seekg(static_cast<std::streamoff>(at));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&to), sizeof to));
}

// The first symbol defined by the library that is unique in the whole process; empty if there is none.
std::string unique_symbol(const char* path) {
  constexpr unsigned kUnique = 10;  // STB_GNU_UNIQUE
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) head{};
  if (!file || !read_at(file, 0, head)) return {};
  std::vector<ElfW(Shdr)> sections(head.e_shnum);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!read_at(file, head.e_shoff + i * sizeof(ElfW(Shdr)), sections[i])) return {};
  }
  for (const ElfW(Shdr) & each : sections) {
    if (each.sh_type != SHT_DYNSYM || each.sh_link >= sections.size()) continue;
    for (std::uint64_t at = 0; at + sizeof(ElfW(Sym)) <= each.sh_size; at += sizeof(ElfW(Sym))) {
      ElfW(Sym) symbol{};
      if (!read_at(file, each.sh_offset + at, symbol)) return {};
      if (symbol.st_info >> 4 != kUnique || symbol.st_shndx == SHN_UNDEF) continue;
      std::string name;
      file.seekg(static_cast<std::streamoff>(sections[each.sh_link].sh_offset + symbol.st_name));
      std::getline(file, name, '\0');
      return name;
    }
  }
  return {};
}

bool is_marked_to_stay(const link_map& map) {
  for (const ElfW(Dyn)* each = map.l_ld; each != nullptr && each->d_tag != DT_NULL; ++each) {
    if (each->d_tag == DT_FLAGS_1 && (each->d_un.d_val & DF_1_NODELETE) != 0) return true;
  }
  return false;
}

#endif

}  // namespace

std::string why_kept([[maybe_unused]] void* handle) {
#ifdef __linux__
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return kUnknown;
  if (is_marked_to_stay(*map)) return "it was linked with -z nodelete";
  if (const std::string symbol = unique_symbol(map->l_name); !symbol.empty()) {
    return "its symbol " + demangled(symbol) +
           " is unique in the process (STB_GNU_UNIQUE), as GCC makes static variables of inline functions "
           "and templates; compile with -fno-gnu-unique or -fvisibility=hidden";
  }
#endif
  return kUnknown;
}

}  // namespace gcrucible::platform

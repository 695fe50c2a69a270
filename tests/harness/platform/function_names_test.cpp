// Names of functions in the files of libraries.
#include "harness/platform/library/function_names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "harness/platform/library/library.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

#ifdef __linux__

const std::string kLibrary = in_build("/platform_test_library.so");

std::uint64_t address_of(const platform::Library& library, const char* name) {
  void* const symbol = library.symbol(name);
  REQUIRE(symbol != nullptr);
  return reinterpret_cast<std::uintptr_t>(symbol);
}

TEST_CASE("function_names: finds the function at its address in the file") {
  const Expected<platform::Library> library = platform::Library::load(kLibrary);
  REQUIRE(library);
  const std::uint64_t address = address_of(*library, "gcrucible_test_answer");
  const platform::Module module = platform::module_of(address);
  CHECK(module.path == kLibrary);
  CHECK(module.end > address);
  const std::array addresses{address - module.base, std::uint64_t{1}, ~std::uint64_t{0}};
  const auto names = platform::function_names(kLibrary, addresses);
  REQUIRE(names.size() == 3);
  CHECK(std::ranges::find(names[0], "gcrucible_test_answer") != names[0].end());
  CHECK(names[1].empty());
  CHECK(names[2].empty());
}

TEST_CASE("functions_at: an address inside a function has its symbol and the distance") {
  const Expected<platform::Library> library = platform::Library::load(kLibrary);
  REQUIRE(library);
  const std::uint64_t address = address_of(*library, "gcrucible_test_answer");
  const std::uint64_t begin = address - platform::module_of(address).base;
  const auto places =
      platform::functions_at(kLibrary, std::array{begin, begin + 1, std::uint64_t{1}, ~std::uint64_t{0}});
  REQUIRE(places.size() == 4);
  REQUIRE((places[0] && places[1]));
  CHECK(places[0]->symbol == "gcrucible_test_answer");
  CHECK(places[0]->offset == 0);
  CHECK(places[1]->symbol == "gcrucible_test_answer");
  CHECK(places[1]->offset == 1);
  CHECK_FALSE(places[2]);
  CHECK_FALSE(places[3]);
}

TEST_CASE("functions_of: exported functions are not among the others") {
  const auto has = [](platform::Exported exported, const char* name) {
    const std::vector<std::string> names = platform::functions_of(kLibrary, exported);
    return std::ranges::find(names, name) != names.end();
  };
  CHECK(has(platform::Exported::kYes, "gcrucible_test_answer"));
  CHECK_FALSE(has(platform::Exported::kNo, "gcrucible_test_answer"));
  CHECK(has(platform::Exported::kNo, "gcrucible_test_hidden"));
  CHECK_FALSE(has(platform::Exported::kYes, "gcrucible_test_hidden"));
  CHECK(platform::functions_of(kLibrary + "x", platform::Exported::kNo).empty());
}

TEST_CASE("module_of: the program itself has a path and other addresses have none") {
  const auto own = reinterpret_cast<std::uintptr_t>(&address_of);
  CHECK(platform::module_of(own).path.find("test_platform") != std::string::npos);
  CHECK(platform::module_of(16).path.empty());
}

TEST_CASE("function_names: files that are no library or are damaged have no names or others") {
  const ScratchFolder scratch;
  const std::array addresses{std::uint64_t{0}, std::uint64_t{4096}};
  const auto all_empty = [&](const std::string& path) {
    const auto names = platform::function_names(path, addresses);
    return names.size() == addresses.size() && names[0].empty() && names[1].empty();
  };
  CHECK(all_empty(scratch / "missing"));
  CHECK(all_empty(scratch.path()));
  const std::string whole = contents(kLibrary);
  const std::string file = scratch / "damaged";
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    std::string damaged = whole.substr(0, i % 2 == 0 ? random() % (whole.size() + 1) : whole.size());
    // Most damage is in the header and the table of sections, whose numbers lead to the rest.
    const std::size_t sections = std::min<std::size_t>(damaged.size(), 4096);
    for (int byte = 0; byte < 8 && sections != 0; ++byte) {
      const bool in_front = random() % 2 == 0;
      const std::size_t at = random() % (in_front ? std::min<std::size_t>(damaged.size(), 64) : sections);
      damaged[in_front ? at : damaged.size() - 1 - at] = static_cast<char>(random());
    }
    std::ofstream(file, std::ios::binary) << damaged;
    CHECK(platform::function_names(file, addresses).size() == addresses.size());
    platform::functions_of(file, platform::Exported::kNo);
    CHECK(platform::functions_at(file, addresses).size() == addresses.size());
  }
}

#endif

}  // namespace
}  // namespace gcrucible::tests

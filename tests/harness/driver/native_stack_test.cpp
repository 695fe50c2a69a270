// Native stacks in readable form.
#include "harness/driver/native_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "harness/platform/library/function_names.h"
#include "harness/platform/library/library.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::driver {
namespace {

TEST_CASE("readable_stack: C++ symbols are demangled") {
  CHECK(readable_stack("/a/lib.so+0x12 (_ZN3abc4Type6methodEi+0x8)\n/b/libc.so.6+0x1 (abort+0xd3)\n") ==
        "/a/lib.so+0x12 (abc::Type::method(int)+0x8)\n/b/libc.so.6+0x1 (abort+0xd3)\n");
  CHECK(readable_stack("lib.so+0x1 (_f+0x2)\nlib.so+0x1 (f+0x2)\n") ==
        "lib.so+0x1 (_f+0x2)\nlib.so+0x1 (f+0x2)\n");
  for (const char* const same :
       {"", "0x0000000000000010\n", "/a/lib (_Z/x.so+0x12\n", "x+0x1 (_Znonsense+0x2)\n", "x+0x1 (_ZN3abc"}) {
    CHECK(readable_stack(same) == same);
  }
}

TEST_CASE("readable_stack: symbols of Rust are demangled, without their hash") {
  CHECK(readable_stack("r.so+0x1 (_ZN5table5moved17h76be6ff840a4b3d2E+0x8)\n") ==
        "r.so+0x1 (table::moved+0x8)\n");
  CHECK(readable_stack("r.so+0x1 (_RINvCs7nZ1_5table5movedjE+0x8)\n") ==
        "r.so+0x1 (table::moved::<usize>+0x8)\n");
}

TEST_CASE("readable_stack: a recursion is shown once with its count") {
  CHECK(readable_stack("a+0x1\nb+0x2 (f+0x1)\nb+0x2 (f+0x1)\nb+0x2 (f+0x1)\nc+0x3\n") ==
        "a+0x1\nb+0x2 (f+0x1)\n… this frame 3 times\nc+0x3\n");
  CHECK(readable_stack("a+0x1\nb+0x2\nc+0x3\nb+0x2\nc+0x3\nb+0x2\nc+0x3\nb+0x2\n") ==
        "a+0x1\nb+0x2\nc+0x3\n… these 2 frames 3 times\nb+0x2\n");
  CHECK(readable_stack("b+0x2\nb+0x2\n") == "b+0x2\nb+0x2\n");
}

TEST_CASE("readable_stack: unnamed host frames are counted below others") {
  const std::string host = "/x/gcrucible-host+0x1\n/x/gcrucible-host+0x2\n/x/gcrucible-host+0x3\n";
  CHECK(readable_stack("/p.so+0x1 (g+0x1)\n" + host + "/libc.so.6+0x1\n") ==
        "/p.so+0x1 (g+0x1)\n3 frames of gcrucible-host\n/libc.so.6+0x1\n");
  CHECK(readable_stack(host) == host);
}

TEST_CASE("readable_stack: only threads that involve the profiler are shown") {
  const std::string main = "thread \"gcrucible-host\":\n/libc.so.6+0x1\n/x/gcrucible-host+0x1\n";
  const std::string heap = "thread \"gc heap 0\":\n/libc.so.6+0x1\n/p.so+0x1 (g+0x1)\n";
  const std::string deaf = "thread \"sampler\":\nit does not answer\n";
  CHECK(readable_stack(main + heap + deaf) == heap + deaf + "one more thread is in the runtime's own code\n");
  CHECK(readable_stack(main + heap + main) == heap + "2 more threads are in the runtime's own code\n");
  const std::string own = "thread begun by \"gc heap 0\":\n/libc.so.6+0x1\n/p.so+0x2 (h+0x1)\n";
  CHECK(readable_stack(main + own + heap) == own + heap + "one more thread is in the runtime's own code\n");
  CHECK(readable_stack(main + main) == main + main);
  CHECK(readable_stack(heap) == heap);
  const std::string idle =
      "thread \"gc heap 1\":\n/libc.so.6+0x1\n/x/gcrucible-host+0x1\n/libstdc++.so.6+0x2\n";
  CHECK(readable_stack(heap + idle) == heap + "one more thread is in the runtime's own code\n");
}

TEST_CASE("command_for_names: unnamed profiler frames get an addr2line command") {
  const std::string stack =
      "thread \"a\":\n/p.so+0x10\n/p.so+0x20\n/p.so+0x30 (g+0x1)\n/libc.so.6+0x1\n/p.so+0x20\n"
      "thread \"b\":\n/libc.so.6+0x1\n/p.so+0x20\n/p.so.1+0x40\n";
  // The position of the first frame. For callers, the instruction before the return address.
  CHECK(command_for_names(stack, "/p.so") == "addr2line -Cfpie /p.so 0x10 0x1f\n");
  CHECK(command_for_names("/my p.so+0x10\n", "/my p.so") == "addr2line -Cfpie '/my p.so' 0x10\n");
  CHECK(command_for_names(stack, "/q.so").empty());
  CHECK(command_for_names(stack, "").empty());
  CHECK(command_for_names("/p.so+0x30 (g+0x1)\n", "/p.so").empty());
}

TEST_CASE("with_names_in_file: frames without a name get that of the function in the file") {
  const std::string library = tests::in_build("/driver_test_library.so");
  const auto names = platform::functions_of(library, platform::Exported::kNo);
  REQUIRE(std::ranges::find(names, "gcrucible_test_hidden") != names.end());
  const Expected<platform::Library> loaded = platform::Library::load(library);
  REQUIRE(loaded);
  const auto begin = reinterpret_cast<std::uintptr_t>(loaded->symbol("gcrucible_test_answer"));
  const std::uint64_t offset = begin - platform::module_of(begin).base;
  const std::string frame = fmt::format("{}+{:#x}", library, offset + 4);
  const std::string stack = frame + "\n/libc.so.6+0x1\n" + frame + "\n";
  CHECK(with_names_in_file(stack, library) ==
        frame + " (gcrucible_test_answer+0x4)\n/libc.so.6+0x1\n" + frame + " (gcrucible_test_answer+0x4)\n");
  CHECK(with_names_in_file(stack, "/other.so") == stack);
  CHECK(with_names_in_file(library + "+0x1\n", library) == library + "+0x1\n");
}

}  // namespace
}  // namespace gcrucible::driver

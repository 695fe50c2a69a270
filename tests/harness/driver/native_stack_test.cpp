// Native stacks as people read them.
#include "harness/driver/native_stack.h"

#include "tests/support/catch.h"

namespace gcrucible::driver {
namespace {

TEST_CASE("symbols of C++ in a native stack are demangled, and nothing else is touched") {
  CHECK(readable_stack("/a/lib.so+0x12 (_ZN3abc4Type6methodEi+0x8)\n/b/libc.so.6+0x1 (abort+0xd3)\n") ==
        "/a/lib.so+0x12 (abc::Type::method(int)+0x8)\n/b/libc.so.6+0x1 (abort+0xd3)\n");
  for (const char* const same :
       {"", "0x0000000000000010\n", "/a/lib (_Z/x.so+0x12\n", "x+0x1 (_Znonsense+0x2)\n", "x+0x1 (_ZN3abc"}) {
    CHECK(readable_stack(same) == same);
  }
}

}  // namespace
}  // namespace gcrucible::driver

// A profiler's texts in a form that is safe for a terminal.
#include <string>

#include "harness/report/style.h"
#include "tests/support/catch.h"

namespace gcrucible::report {

TEST_CASE("printable: only control characters and bad UTF-8 are escaped") {
  CHECK(printable("a\x1b[31m\x7f\tb\n") == "a\\x1b[31m\\x7f\tb\n");
  CHECK(printable("\xc2\x9b\x31m \xc2\xa0\xc3\xa9") == "\\u009b1m \xc2\xa0\xc3\xa9");
  CHECK(printable("x\xe2\x80\xaey\xe2\x81\xa6") == "x\\u202ey\\u2066");
  CHECK(printable("\xe2\x80\xa9\xe2\x80\xaf") == "\xe2\x80\xa9\xe2\x80\xaf");
  CHECK(printable("\xf0\x9f\x92\xa5…") == "\xf0\x9f\x92\xa5…");
  // Latin 1, truncated, overlong, half a surrogate pair, beyond all planes.
  CHECK(printable("\xe9t\x9b") == "\\xe9t\\x9b");
  CHECK(printable("\xe2\x80") == "\\xe2\\x80");
  CHECK(printable("\xc0\x9b\xe0\x82\x9b") == "\\xc0\\x9b\\xe0\\x82\\x9b");
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  CHECK(printable("\xf4\x90\x80\x80\xff") == "\\xf4\\x90\\x80\\x80\\xff");
}

}  // namespace gcrucible::report

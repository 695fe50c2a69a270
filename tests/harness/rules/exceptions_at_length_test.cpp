// Exceptions through more functions than are kept.
#include "tests/harness/rules/exceptions.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

TEST_CASE("exceptions: functions beyond the kept limit are not judged") {
  const auto through = [](int functions, int last_unwound) {
    Exceptions exceptions("documented");
    exceptions.thrown();
    for (int i = 1; i < functions; ++i) exceptions.search(i).searched();
    exceptions.search(functions).found(functions).searched();
    for (int i = 1; i < functions; ++i) exceptions.unwind(i).unwound();
    return exceptions.unwind(last_unwound).entered(last_unwound).left();
  };
  CHECK(through(65536, 65536).broken().empty());
  CHECK(through(65536, 1).broken() == Ids{kAsSearched});
  CHECK(through(65538, 65538).broken().empty());
}

TEST_CASE("exceptions: catch blocks left without a callback do not use up the kept limit") {
  Exceptions reported("net10");
  for (int i = 0; i < 33'000; ++i) reported.thrown().search(7).found(7).searched().unwind(7).entered(7);
  CHECK(reported.left().broken().empty());
}

}  // namespace gcrucible::tests

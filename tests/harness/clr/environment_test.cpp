#include "harness/clr/environment.h"

#include <cstdlib>

#include "harness/platform/process/environment.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

TEST_CASE("Environment: changes do not touch the environment of the process") {
  platform::set_environment_variable("GCRUCIBLE_OVERLAY", "below");
  Environment environment;
  CHECK(environment.get("GCRUCIBLE_OVERLAY") == "below");
  environment.set("GCRUCIBLE_OVERLAY", "above");
  CHECK(environment.get("GCRUCIBLE_OVERLAY") == "above");
  CHECK(std::string(std::getenv("GCRUCIBLE_OVERLAY")) == "below");
  CHECK(environment.remove("GCRUCIBLE_OVERLAY"));
  CHECK(!environment.get("GCRUCIBLE_OVERLAY").has_value());
  CHECK(!environment.remove("GCRUCIBLE_OVERLAY"));
  CHECK(std::string(std::getenv("GCRUCIBLE_OVERLAY")) == "below");
  CHECK(!environment.remove("GCRUCIBLE_NOT_THERE"));
  platform::remove_environment_variable("GCRUCIBLE_OVERLAY");
}

}  // namespace
}  // namespace gcrucible::clr

// Names of the test cases of one JUnit report.
#pragma once

#include <set>
#include <string>

namespace gcrucible::report {

// Servers compare reports by the names of their test cases, and show one of several with the same name.
class TestNames {
 public:
  // The name itself if it is new. Otherwise the name with `place`, and a number if that is not new either.
  std::string distinct(const std::string& name, const std::string& place = {});

 private:
  std::set<std::string> used_;
};

}  // namespace gcrucible::report

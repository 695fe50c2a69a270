#include "harness/rules/runtime_settings.h"

#include <string_view>

namespace gcrucible::rules {
namespace {

bool is_on(const Header& header, std::string_view pair) {
  return header.environment.find(pair) != std::string::npos;
}

}  // namespace

bool asks_for_server(const Header& header) {
  return is_on(header, R"("DOTNET_gcServer","1")");
}

bool scans_conservatively(const Header& header) {
  return is_on(header, R"("DOTNET_gcConservative","1")");
}

}  // namespace gcrucible::rules

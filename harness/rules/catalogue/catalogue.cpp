#include <array>

#include "harness/rules/catalogue/rule.h"

namespace gcrucible::rules {
namespace {

#include <catalogue_rows_generated.inc>

}  // namespace

std::span<const Rule> catalogue() {
  return kCatalogue;
}

}  // namespace gcrucible::rules

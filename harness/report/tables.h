// The tables beneath a picture: ranges as they were told, and objects with their old and new addresses.
#pragma once

#include <string>

#include "harness/report/style.h"
#include "harness/report/text/names.h"
#include "harness/rules/state/collection.h"

namespace gcrucible::report {

// At most a screenful unless the style is verbose. Empty for a collection without ranges.
std::string range_table(const rules::Collection& collection, const Names& names, const Style& style);

// Of the objects of collected generations. Empty unless the model lists them all and they are few.
std::string object_table(const rules::Collection& collection, const Names& names, const Style& style);

// An ObjectID as people read it: small ones decimal.
std::string address_text(std::uint64_t address);

}  // namespace gcrucible::report

// The tables below a picture: reported ranges, and objects with their old and new addresses.
#pragma once

#include <string>

#include "harness/report/style.h"
#include "harness/report/text/names.h"
#include "harness/rules/collection/collection.h"

namespace gcrucible::report {

// At most one screen unless the style is verbose. Empty for a collection without ranges.
std::string range_table(const rules::Collection& collection, const Names& names, const Style& style);

// For objects of collected generations. Empty unless the model lists all of them and they are few.
std::string object_table(const rules::Collection& collection, const Names& names, const Style& style);

// Formats an ObjectID; small ones in decimal.
std::string address_text(std::uint64_t address);

}  // namespace gcrucible::report

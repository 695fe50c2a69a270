// Words of findings: what happened to an object in a collection, and what a total is about.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// "object 3, 24 bytes at 0x10, is alive at 0x8: the runtime reported it in [0x10, 0x18) -> 0x8, entry 0
// of MovedReferences2 at line 40".
std::string truth_text(const Collection& collection, const Fate& fate);
// What a total is about: "class 0x55 (Node) in gen 0". `all`: the words for the id 0, "all classes". The name
// may be empty, and the generation kNoGeneration.
std::string total_text(std::string_view noun, std::string_view all, std::uint64_t number,
                       std::string_view name, std::uint8_t generation);

}  // namespace gcrucible::rules

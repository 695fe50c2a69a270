// Mutations of text by lines: most changes of single bytes only make a file that is no YAML or JSON.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gcrucible::fuzz {

// As LLVMFuzzerCustomMutator: changes `data` in place, and returns the new size, at most `capacity`. One in
// four calls is libFuzzer's own mutation of bytes.
std::size_t mutate_lines(std::uint8_t* data, std::size_t size, std::size_t capacity, unsigned seed);

}  // namespace gcrucible::fuzz

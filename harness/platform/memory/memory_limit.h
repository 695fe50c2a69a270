// How much memory this process may take, for code in it that takes as much as it gets.
#pragma once

#include <cstdint>
#include <optional>

namespace gcrucible::platform {

// At most so many bytes more of its own that it can write to, whether it does or not: beyond that malloc has
// none and new throws, before the machine has none for anybody else. Reserved address space does not count.
// May be set anew, and is inherited by what is started from here. Nothing happens where the system cannot
// (Windows, systems without /proc), and under sanitizers, whose shadows are as large as memory.
void limit_memory(std::uint64_t more);

// Where the system ends processes because memory has run out, this one and those that it starts before
// others.
void end_first_without_memory();

// How many processes the system has ended so since it was started; nothing where it does not say.
std::optional<std::uint64_t> kills_for_memory();

}  // namespace gcrucible::platform

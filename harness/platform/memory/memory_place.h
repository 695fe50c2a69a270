// Where in a process something lies, in words that hold for the next process too.
#pragma once

#include <string>

namespace gcrucible::platform {

// "FILE+OFFSET", or "memory+OFFSET" for what belongs to no file, from the beginning of the mapping that holds
// the address. The same in another process that has loaded and allocated the same in the same order. Empty
// where that cannot be known. Any thread; reads a file, so for what is told once.
std::string memory_place(const void* address);

}  // namespace gcrucible::platform

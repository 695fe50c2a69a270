// Description of an address that stays the same in the next process.
#pragma once

#include <string>

namespace gcrucible::platform {

// "FILE+OFFSET", or "memory+OFFSET" for memory that belongs to no file. The offset counts from the beginning
// of the mapping that holds the address. The text is the same in another process that has loaded and
// allocated the same in the same order. Empty if it cannot be known. Any thread. Reads a file, so use it for
// rare messages.
std::string memory_place(const void* address);

}  // namespace gcrucible::platform

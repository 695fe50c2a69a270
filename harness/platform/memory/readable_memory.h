// Memory of the process that may not be there: what a wrong pointer leads to.
#pragma once

#include <cstddef>
#include <span>

namespace gcrucible::platform {

// Copies from `address` up to the first byte that cannot be read; returns how many bytes these are. No
// signal is raised. Any thread; one system call and more, so for what is read seldom.
std::size_t copy_readable(const void* address, std::span<std::byte> to);

}  // namespace gcrucible::platform

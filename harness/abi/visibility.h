// Hides the constants of these headers inside the library that uses them.
#pragma once

// GCC gives constants in headers symbols that are unique in the whole process (STB_GNU_UNIQUE). A library
// that defines such a symbol is never unloaded. A profiler that detaches would find its old static objects at
// the next attach. Hidden symbols are not unique.
#if defined(_WIN32)
#define GCRUCIBLE_OWN
#else
#define GCRUCIBLE_OWN [[gnu::visibility("hidden")]]
#endif

// Constants that stay within the library that is built with these headers.
#pragma once

// GCC gives the constants of headers symbols that are unique in the whole process (STB_GNU_UNIQUE), and a
// library that defines one stays loaded for ever: a profiler that detaches would meet its old static objects
// at the next attach. Hidden symbols are not unique.
#if defined(_WIN32)
#define GCRUCIBLE_OWN
#else
#define GCRUCIBLE_OWN [[gnu::visibility("hidden")]]
#endif

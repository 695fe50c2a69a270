// The system's words for its last error. Included by windows_*.cpp only.
#pragma once

#include <string>

namespace gcrucible::platform {

std::string last_error_text();
// UTF-8, as everywhere in gcrucible, to what the system's wide functions take.
std::wstring widen(const std::string& text);
std::string narrow(const std::wstring& text);

}  // namespace gcrucible::platform

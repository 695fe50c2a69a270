// Texts for the system's last error. Included by windows_*.cpp only.
#pragma once

#include <string>

namespace gcrucible::platform {

std::string last_error_text();
// Converts UTF-8, which gcrucible uses everywhere, to and from the text of the system's wide functions.
std::wstring widen(const std::string& text);
std::string narrow(const std::wstring& text);

}  // namespace gcrucible::platform

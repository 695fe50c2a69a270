// Texts in the form that exec takes.
#pragma once

#include <string>
#include <vector>

namespace gcrucible::platform {

// The pointers are valid as long as `texts` are; a null pointer is the last one. Call before fork, because
// the function allocates memory.
inline std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace gcrucible::platform

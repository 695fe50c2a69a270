// Texts as exec takes them.
#pragma once

#include <string>
#include <vector>

namespace gcrucible::platform {

// Valid as long as `texts` are; a null pointer ends them. To be made before fork, because it allocates.
inline std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace gcrucible::platform

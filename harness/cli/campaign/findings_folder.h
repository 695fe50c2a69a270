// The folder that findings are kept in.
#pragma once

#include <string>
#include <vector>

namespace gcrucible::cli {

// Why findings can be neither kept in it nor tried from it, and what to do; empty if they can. One that is
// not there is made for that, and removed again.
std::string why_no_folder(const std::string& folder);

// Moves it into a folder, which is made, beside others of its name. What went wrong; empty if nothing did.
std::string move_into(const std::string& file, const std::string& folder);

// Scenarios directly in it, in order; none where it is not there.
std::vector<std::string> known_files(const std::string& folder);

}  // namespace gcrucible::cli

// The way in which a profiler's calls come to a module's metadata.
#pragma once

#include <memory>

#include "harness/clr/entrance.h"

namespace gcrucible::clr::metadata {

class Import;
class AssemblyImport;

// The object outlives it.
std::unique_ptr<Entrance> import_entrance(Import& import);
std::unique_ptr<Entrance> import_entrance(AssemblyImport& import);

}  // namespace gcrucible::clr::metadata

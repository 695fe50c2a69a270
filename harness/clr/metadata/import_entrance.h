// The path of a profiler's calls to a module's metadata.
#pragma once

#include <memory>

#include "harness/clr/entrance.h"

namespace gcrucible::clr::metadata {

class AssemblyEmit;
class AssemblyImport;
class Emit;
class Import;

// The object must outlive it.
std::unique_ptr<Entrance> import_entrance(Import& import);
std::unique_ptr<Entrance> import_entrance(AssemblyImport& import);
std::unique_ptr<Entrance> import_entrance(Emit& emit);
std::unique_ptr<Entrance> import_entrance(AssemblyEmit& emit);

}  // namespace gcrucible::clr::metadata

#include "tests/tidy/layers.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace gcrucible::tidy {
namespace {

struct Layer {
  std::string_view folder;
  std::string_view may_use;  // besides itself; each followed by a space
};

// A folder with its own line is a separate layer, also inside another folder of the table.
constexpr std::array<Layer, 27> kLayers{{
    {"sim/", ""},
    {"harness/abi/", ""},
    {"harness/trace/", "harness/abi/ "},
    {"harness/program/",
     "harness/abi/tables/info_table.h harness/abi/tables/info_methods.h "
     "harness/abi/tables/callback_methods.h harness/abi/tables/callback_fields.h "
     "harness/abi/tables/callback_rows.h "},
    {"harness/platform/", ""},
    {"harness/yaml/", ""},
    {"harness/engine/", "sim/ harness/program/ harness/platform/ "},
    {"harness/schedule/", "harness/program/ "},
    {"harness/protocol/", "harness/trace/ harness/program/ "},
    {"harness/clr/",
     "sim/ harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/engine/ "
     "harness/schedule/ "},
    {"harness/calls/",
     "sim/ harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/engine/ "
     "harness/schedule/ harness/clr/ "},
    {"harness/host/",
     "sim/ harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/engine/ "
     "harness/schedule/ harness/protocol/ harness/clr/ harness/calls/ "},
    {"harness/runtimes/", "harness/abi/ harness/program/ harness/yaml/ "},
    {"harness/scenario/",
     "harness/abi/ harness/trace/ harness/program/ harness/runtimes/ harness/yaml/ harness/rules/ "},
    {"harness/rules/", "harness/abi/ harness/trace/ harness/account/ "},
    {"harness/account/", "harness/abi/ harness/trace/ "},
    {"harness/driver/", "harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/protocol/ "},
    {"harness/compare/", "harness/abi/ harness/trace/ harness/rules/ "},
    {"harness/report/", "harness/abi/ harness/trace/ harness/rules/ harness/account/ "},
    {"harness/verdict/",
     "harness/trace/ harness/program/ harness/platform/ harness/scenario/ harness/yaml/ harness/rules/ "
     "harness/account/ harness/driver/ harness/report/ "},
    {"harness/campaign/",
     "harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/protocol/ harness/runtimes/ "
     "harness/scenario/ harness/yaml/ harness/rules/ harness/driver/ "},
    {"harness/cli/",
     "sim/ harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/protocol/ "
     "harness/runtimes/ "
     "harness/scenario/ harness/yaml/ harness/rules/ harness/account/ harness/driver/ harness/compare/ "
     "harness/report/ harness/verdict/ harness/campaign/ "},
    {"harness/library/",
     "sim/ harness/abi/ harness/trace/ harness/program/ harness/platform/ harness/engine/ "
     "harness/protocol/ harness/clr/ harness/host/ harness/runtimes/ harness/scenario/ harness/yaml/ "
     "harness/rules/ harness/driver/ harness/report/ harness/verdict/ harness/campaign/ "},
    {"fixtures/profilers/recorder/", "harness/abi/ harness/trace/ "},
    {"fixtures/profilers/names/", "harness/abi/ "},
    {"fixtures/profilers/lifetime/", "harness/abi/ fixtures/profilers/names/ "},
    {"fixtures/profilers/intervals/", "harness/abi/ "},
}};

const Layer* layer_of(std::string_view path) {
  const Layer* found = nullptr;
  for (const Layer& layer : kLayers) {
    const bool holds = path.starts_with(layer.folder);
    if (holds && (found == nullptr || layer.folder.size() > found->folder.size())) found = &layer;
  }
  return found;
}

bool names(std::string_view words, std::string_view word) {
  return words.find(std::string(word) + " ") != std::string_view::npos;
}

// It belongs to no folder, because every folder of the harness returns errors. The interfaces in harness/abi
// are also headers of profilers, which need no other package.
constexpr std::string_view kErrors = "harness/expected.h";

bool may_use(const Layer& user, std::string_view target) {
  if (target == kErrors) return user.folder.starts_with("harness/") && user.folder != "harness/abi/";
  const Layer* const used = layer_of(target);
  if (used == &user || names(user.may_use, target)) return true;
  return used != nullptr && names(user.may_use, used->folder);
}

}  // namespace

std::vector<Problem> check_layers(const SourceFile& file) {
  constexpr std::string_view kStart = "#include \"";
  std::vector<Problem> problems;
  const Layer* const layer = layer_of(file.path);
  if (layer == nullptr) return problems;
  std::size_t number = 0;
  for (std::string_view rest = file.text; !rest.empty();) {
    ++number;
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (!line.starts_with(kStart)) continue;
    line.remove_prefix(kStart.size());
    const std::string_view target = line.substr(0, line.find('"'));
    if (may_use(*layer, target)) continue;
    problems.push_back({file.path, number,
                        std::string(layer->folder) + " may not use " + std::string(target) +
                            ": move what both need to a folder that both may use (harness/README.md; "
                            "kLayers in tests/tidy/layers.cpp)"});
  }
  return problems;
}

}  // namespace gcrucible::tidy

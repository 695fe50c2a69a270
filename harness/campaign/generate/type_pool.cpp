#include "harness/campaign/generate/type_pool.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "harness/scenario/scenario.h"

namespace gcrucible::campaign {
namespace {

// Everything that a program may use must appear in a step to get a number.
constexpr std::string_view kText = R"(scenario: types of generated programs
assemblies:
  Plugin: {collectible: true}
  Addon: {collectible: true}
types:
  Leaf: {fields: {value: int}}
  Node: {fields: {next: ref}}
  Pair: {fields: {left: ref, right: ref}}
  Wide: {fields: {a: ref, b: ref, c: ref, d: ref, e: ref}}
  Mixed: {fields: {flag: bool, link: ref, ratio: double, other: ref}}
  Derived: {parent: Node, fields: {extra: ref, count: long}}
  Closer: {finalizer: true, fields: {link: ref}}
  Last: {finalizer: critical, fields: {link: ref}}
  Point: {value: true, fields: {at: ref, x: int}}
  Holder: {fields: {first: ref, point: Point}}
  Cell<T>: {fields: {item: T, next: ref}}
  Grid: {array: double, rank: 2}
  Plugin.Item: {assembly: Plugin, fields: {next: ref}}
  Addon.Item: {assembly: Addon, fields: {next: ref, other: ref}}
steps:
  - allocate: {id: o1, type: Leaf}
  - allocate: {id: o2, type: Node}
  - allocate: {id: o3, type: Pair}
  - allocate: {id: o4, type: Wide}
  - allocate: {id: o5, type: Mixed}
  - allocate: {id: o6, type: Derived}
  - allocate: {id: o7, type: Closer}
  - allocate: {id: o8, type: Last}
  - allocate: {id: o9, type: Point}
  - allocate: {id: o10, type: Holder}
  - allocate: {id: o11, type: Cell<Node>}
  - allocate: {id: o12, type: Cell<int>}
  - allocate: {id: o13, type: Grid, length: [1, 1]}
  - allocate: {id: o14, type: Plugin.Item}
  - allocate: {id: o15, type: 'object[]', length: 1}
  - allocate: {id: o16, type: 'Node[]', length: 1}
  - allocate: {id: o17, type: 'Point[]', length: 1}
  - allocate: {id: o18, type: 'byte[]', length: 1}
  - allocate: {id: o19, type: string, length: 1}
  - allocate: {id: o21, type: 'double[]', length: 1}
  - allocate: {id: o20, type: Object}
  - allocate: {id: o22, type: Addon.Item}
)";

}  // namespace

TypePool::TypePool() {
  Expected<scenario::Scenario> loaded = scenario::parse(kText, "generated types");
  if (!loaded) throw std::logic_error(loaded.error());
  program_ = std::move(loaded->program);
  for (const program::Step& step : program_.steps) {
    if (const auto* const load = std::get_if<program::LoadAssembly>(&step.action)) loads_.push_back(*load);
  }
  std::ranges::sort(loads_, {}, &program::LoadAssembly::assembly);
  program_.steps.clear();
  program_.names.clear();
}

std::uint32_t TypePool::item_of(std::uint32_t assembly) const {
  return number(program_.collectible[assembly] + ".Item");
}

std::uint32_t TypePool::number(const std::string& name) const {
  const auto found = std::ranges::find(program_.types, name, &program::TypeSpec::name);
  if (found == program_.types.end()) throw std::logic_error("no generated type " + name);
  return static_cast<std::uint32_t>(found - program_.types.begin());
}

}  // namespace gcrucible::campaign

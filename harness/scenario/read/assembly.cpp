// The objects that come with the first object of a collectible assembly.
#include <algorithm>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {

void load_assembly(const program::Allocate& first, std::uint32_t assembly, yaml::Place place,
                   Reading& reading) {
  const auto is_it = [&](const program::Step& step) {
    const auto* const load = std::get_if<program::LoadAssembly>(&step.action);
    return load != nullptr && load->assembly == assembly;
  };
  if (std::ranges::any_of(reading.program.steps, is_it)) return;
  const Types::OfAssembly types = reading.types.of_assembly();
  const std::string& name = reading.program.collectible[assembly];
  const auto make = [&](const char* what, std::uint32_t type, std::uint64_t length) {
    const ObjectGroup group{.type = type,
                            .length = length,
                            .slots = program::reference_slots(reading.types.spec(type), length),
                            .place = place};
    const std::string object = *what == '\0' ? std::string() : name + what;
    if (reading.add_objects(object, group) && !object.empty())
      reading.program.names.push_back({reading.last_group().first, object});
  };
  const bool ordinary = !first.generation || *first.generation <= program::Generation::k2;
  reading.step(program::LoadAssembly{.assembly = assembly,
                                     .thread = first.thread,
                                     .generation = ordinary ? first.generation : std::nullopt,
                                     .announced = first.announced,
                                     .loader = types.loader,
                                     .slots = types.slots,
                                     .scout = types.scout,
                                     .in_place_of = reading.in_place_of[assembly]},
               place);
  make("-loader", types.loader, 0);
  make("", types.slots, 5);  // .NET 10 creates a longer one when it is full
  make("-scout", types.scout, 0);
}

}  // namespace gcrucible::scenario

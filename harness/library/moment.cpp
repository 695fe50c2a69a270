#include <gcrucible/moment.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "harness/library/moment_access.h"

namespace gcrucible {
namespace {

// "nodes[7]" is the object 7 numbers after the first object of "nodes".
std::uint32_t number_of(const program::Program& program, const std::string& name) {
  std::string_view base = name;
  std::uint32_t offset = 0;
  if (const std::size_t bracket = name.find('['); bracket != std::string::npos) {
    base = base.substr(0, bracket);
    std::from_chars(name.data() + bracket + 1, name.data() + name.size(), offset);
  }
  for (const program::ObjectName& each : program.names) {
    if (each.name == base) return each.object + offset;
  }
  throw Error("there is no object '" + name + "' in this heap");
}

// Empty if the object is dead or not allocated yet.
std::optional<engine::ObjectView> living(const engine::Engine& engine, std::uint32_t number) {
  if (number >= engine.object_count()) return std::nullopt;
  const auto view = engine.object(number);
  return view && !view->dead ? view : std::nullopt;
}

engine::ObjectView view_of(const engine::Engine& engine, const program::Program& program,
                           const Object& object) {
  const auto view = living(engine, number_of(program, object.name()));
  if (!view) throw Error("object '" + object.name() + "' is dead, or not made yet; ask alive() first");
  return *view;
}

}  // namespace

std::uintptr_t Moment::id(const Object& object) const {
  if (object.empty()) return 0;
  const std::uint32_t number = number_of(*impl_->program, object.name());
  return living(*impl_->engine, number) ? impl_->engine->address_of(number) : 0;
}

Generation Moment::generation(const Object& object) const {
  return static_cast<Generation>(view_of(*impl_->engine, *impl_->program, object).generation);
}

std::uint64_t Moment::size(const Object& object) const {
  return view_of(*impl_->engine, *impl_->program, object).size;
}

std::vector<std::uintptr_t> Moment::ids() const {
  std::vector<std::uintptr_t> made;
  for (std::uint32_t number = 0; number < impl_->engine->object_count(); ++number) {
    if (living(*impl_->engine, number)) made.push_back(impl_->engine->address_of(number));
  }
  return made;
}

std::uint32_t Moment::collections() const {
  return impl_->collections;
}

}  // namespace gcrucible

#include "harness/driver/program_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "harness/abi/simple_types.h"
#include "harness/driver/coreclr_refusals.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::driver {
namespace {

using namespace program;
using Json = nlohmann::ordered_json;

std::string_view clr_name(std::uint8_t element_type) {
  for (const abi::SimpleType& type : abi::kSimpleTypes) {
    if (type.element == element_type) return type.name;
  }
  return "System.Object";
}

std::vector<std::uint32_t> types_of_objects(const Program& program) {
  std::vector<std::uint32_t> types;
  for (const Step& step : program.steps) {
    if (const auto* allocate = std::get_if<Allocate>(&step.action)) {
      types.insert(types.end(), allocate->count, allocate->type);
    } else if (const auto* load = std::get_if<LoadAssembly>(&step.action)) {
      types.insert(types.end(), {load->loader, load->slots, load->scout});
    }
  }
  return types;
}

void put_number(Json& json, const char* key, std::uint32_t number) {
  if (number != kNothing) json[key] = number;
}

// Whether the type is a canonical instantiation, which stands for no real type: other instantiations share
// its code.
bool is_shared(const Program& program, const TypeSpec& type) {
  return std::any_of(type.arguments.begin(), type.arguments.end(), [&](const TypeArgument& each) {
    return each.type != kNothing && program.types[each.type].name == program::kCanon;
  });
}

// For an instantiation, returns the place of its declaration. The names of the parameters there do not
// matter: no other declaration begins with this name and `<`.
SettingPlaces::const_iterator place_of(const TypeSpec& type, const SettingPlaces& places) {
  const std::string key = "types." + type.name.substr(0, type.name.find('<'));
  if (type.definition.empty()) return places.find(key);
  const auto found = places.lower_bound(key + '<');
  return found != places.end() && found->first.starts_with(key + '<') ? found : places.end();
}

Json type_json(const Program& program, const TypeSpec& type, const SettingPlaces& places) {
  Json json{{"name", type.name}, {"size", type.base_size}};
  if (const auto place = place_of(type, places); place != places.end()) {
    json["line"] = place->second.first;
    json["column"] = place->second.second;
  }
  json["kind"] = type.kind == TypeKind::kClass   ? "class"
                 : type.kind == TypeKind::kArray ? "array"
                 : type.kind == TypeKind::kValue ? "value"
                                                 : "string";
  if (type.component_size != 0) json["element_size"] = type.component_size;
  put_number(json, "collectible", type.collectible);
  put_number(json, "parent", type.parent);
  if (type.kind == TypeKind::kArray) {
    json["rank"] = type.rank;
    json["element"] = clr_name(type.element_type);
    put_number(json, "element_type", type.element_class);
  }
  if (type.finalizer != Finalizer::kNone) {
    json["finalizer"] = type.finalizer == Finalizer::kCritical ? "critical" : "normal";
  }
  json["inherited"] = type.inherited;
  if (!type.definition.empty()) {
    json["definition"] = type.definition;
    json["parameters"] = type.parameters;
    for (const TypeArgument& each : type.arguments) {
      Json argument{{"name", clr_name(each.element_type)}};
      put_number(argument, "type", each.type);
      json["arguments"].push_back(std::move(argument));
    }
    json["shared"] = is_shared(program, type);
  }
  for (const FieldSpec& field : type.fields) {
    Json one{{"name", field.name},
             {"offset", field.offset},
             {"reference", field.is_reference()},
             {"size", field_size(field)},
             {"declared", field.declared}};
    put_number(one, "value", field.value.type);
    // The field's type in the declaration of a generic type, where `!0` stands for a parameter.
    if (field.type.find('!') != std::string::npos) one["open"] = field.type;
    json["fields"].push_back(std::move(one));
  }
  return json;
}

const char* handle_kind(CreateHandle::Kind kind) {
  switch (kind) {
    case CreateHandle::Kind::kStrong:
      return "strong";
    case CreateHandle::Kind::kWeakShort:
      return "weak";
    case CreateHandle::Kind::kWeakLong:
      return "weak-long";
    case CreateHandle::Kind::kPinned:
      return "pinned";
    case CreateHandle::Kind::kDependent:
      return "dependent";
    case CreateHandle::Kind::kRefCounted:
      break;
  }
  return "ref-counted";
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program), types_(types_of_objects(program)) {}

  Json steps() {
    Json all = Json::array();
    for (const Step& step : program_.steps) {
      Json json;
      std::visit([&](const auto& action) { write(action, json); }, step.action);
      json["line"] = step.line;
      json["column"] = step.column;
      all.push_back(std::move(json));
    }
    return all;
  }

 private:
  void write(const Allocate& step, Json& json) {
    json = {{"do", "allocate"},         {"object", next_object_}, {"thread", step.thread},
            {"type", step.type},        {"length", step.length},  {"count", step.count},
            {"before", !step.announced}};
    if (step.generation) json["generation"] = static_cast<std::uint32_t>(*step.generation);
    for (const Dimension& dimension : step.dimensions) {
      json["lengths"].push_back(dimension.length);
      json["lower_bounds"].push_back(dimension.lower_bound);
    }
    next_object_ += step.count;
    if (step.graph.kind == Graph::Kind::kNone) return;
    json["graph"] = step.graph.kind == Graph::Kind::kChain ? "chain" : "tree";
    const TypeSpec& type = program_.types[step.type];
    const std::uint64_t slots = std::min<std::uint64_t>(2, reference_slots(type, step.length));
    for (std::uint64_t slot = 0; slot < slots; ++slot)
      json["slot_offsets"].push_back(slot_offset(type, slot));
  }
  void write(const LoadAssembly& step, Json& json) {
    json = {{"do", "load-assembly"},   {"thread", step.thread},      {"object", next_object_},
            {"number", step.assembly}, {"loader_type", step.loader}, {"scout_type", step.scout}};
    json["kind"] = program_.collectible[step.assembly];
    next_object_ += 3;
  }
  void write(const Store& step, Json& json) {
    json = {{"do", "store"},
            {"object", step.object},
            {"offset", slot_offset(program_.types[types_[step.object]], step.slot)}};
    put_number(json, "target", step.target);
  }
  void write(const AddRoot& step, Json& json) {
    json = {{"do", "root"},
            {"kind", step.kind == AddRoot::Kind::kStack ? "stack" : "static"},
            {"thread", step.thread},
            {"interior", step.interior},
            {"pinned", step.pinned}};
    root_threads_.push_back(step.kind == AddRoot::Kind::kStack ? step.thread : 0);
    put_number(json, "object", step.object);
  }
  void write(const SetRoot& step, Json& json) {
    json = {{"do", "set-root"}, {"number", step.root}, {"thread", root_threads_[step.root]}};
    put_number(json, "object", step.object);
  }
  void write(const RemoveRoot& step, Json& json) {
    json = {{"do", "remove-root"}, {"number", step.root}, {"thread", root_threads_[step.root]}};
  }
  void write(const CreateHandle& step, Json& json) {
    json = {{"do", "handle"}, {"kind", handle_kind(step.kind)}};
    put_number(json, "object", step.object);
    put_number(json, "target", step.secondary);
  }
  void write(const SetHandle& step, Json& json) {
    json = {{"do", "set-handle"}, {"number", step.handle}};
    if (step.object) put_number(json, "object", *step.object);
  }
  void write(const FreeHandle& step, Json& json) { json = {{"do", "free-handle"}, {"number", step.handle}}; }
  void write(const SuppressFinalizer& step, Json& json) {
    json = {{"do", "suppress-finalizer"}, {"object", step.object}};
  }
  void write(const RegisterFinalizer& step, Json& json) {
    json = {{"do", "register-finalizer"}, {"object", step.object}};
  }
  void write(const StartThread& step, Json& json) {
    json = {{"do", "start-thread"}, {"thread", step.thread}};
  }
  void write(const EndThread& step, Json& json) { json = {{"do", "end-thread"}, {"thread", step.thread}}; }
  void write(const Collect& step, Json& json) {
    const auto all = [&](Mode mode) {
      return std::all_of(step.mode.begin(),
                         step.mode.begin() + static_cast<std::ptrdiff_t>(step.condemned) + 1,
                         [mode](Mode each) { return each == mode; });
    };
    const auto any = [&](Mode mode) {
      return std::any_of(step.mode.begin(),
                         step.mode.begin() + static_cast<std::ptrdiff_t>(step.condemned) + 1,
                         [mode](Mode each) { return each == mode; });
    };
    const bool compact_large = step.mode[3] == Mode::kCompact;
    json = {{"do", "collect"},
            {"thread", step.thread},
            {"generation", static_cast<std::uint32_t>(step.condemned)},
            {"asked", all(Mode::kCompact) ? "compact"
                      : all(Mode::kSweep) ? "sweep"
                                          : "policy"},
            {"compacting", any(Mode::kCompact) || compact_large},
            {"compact_large", compact_large}};
  }
  // Programs with other steps are refused before anything is written (coreclr_refusals.cpp).
  template <typename Other>
  void write(const Other&, Json&) {}

  const Program& program_;
  std::vector<std::uint32_t> types_;
  std::uint64_t next_object_ = 0;
  std::vector<std::uint32_t> root_threads_;
};

}  // namespace

std::string program_json(const Program& program, const std::string& file, const SettingPlaces& places) {
  Json json{{"gcrucible_program", 1},
            {"scenario", file},
            {"finalizers_run", program.heap.finalizers_run},
            {"large_threshold", kLargeObject}};
  json["types"] = Json::array();
  for (const TypeSpec& type : program.types) json["types"].push_back(type_json(program, type, places));
  json["threads"] = Json::array();
  for (const ThreadSpec& thread : program.threads) json["threads"].push_back(thread.name);
  json["names"] = Json::array();
  for (const ObjectName& name : program.names) {
    json["names"].push_back(Json::array({name.object, name.name}));
  }
  json["steps"] = Writer(program).steps();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gcrucible::driver

// The types of a scenario: its own types, the built-in ones, and arrays of both. They are numbered when first
// needed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/program.h"
#include "harness/scenario/expect/suppressed_names.h"
#include "harness/yaml/messages.h"

namespace gcrucible::scenario {

class Types {
 public:
  // `declared` is the map under `types:`, or null. It must have passed its shape check.
  Types(const yaml::Value* declared, program::Program& program, yaml::Messages& messages,
        SuppressedNames& suppressed_names);

  // Numbers every declared type, so errors in unused types are reported too.
  void resolve_all();
  // The number of the type whose name is at `place`. nullopt with a message, or without one if the error is
  // already reported.
  std::optional<std::uint32_t> number(const std::string& name, yaml::Place place);
  // The same without a message.
  bool known(const std::string& name) const;

  // The number of the type whose methods have names that begin with `name`: a declared class, or an
  // instantiation of a declared generic type. nullopt for any other name.
  std::optional<std::uint32_t> owner_of_methods(const std::string& name, yaml::Place place);
  // The type arguments in `Method<A,B>`; empty for a name without any.
  static std::vector<std::string> arguments_of(std::string_view instance);
  // Appends the argument's full name to `full`. nullopt as in number().
  std::optional<program::TypeArgument> argument(const std::string& name, yaml::Place place,
                                                std::string& full);

  const program::TypeSpec& spec(std::uint32_t number) const { return program_->types[number]; }
  // The types of the runtime's objects for a collectible assembly, as in program::LoadAssembly.
  struct OfAssembly {
    std::uint32_t loader, slots, scout;
  };
  OfAssembly of_assembly();
  // Slot of a reference field. nullopt with a message if the field does not exist.
  std::optional<std::uint64_t> slot_of(std::uint32_t type, const std::string& field, yaml::Place place,
                                       const std::vector<std::string>& other_keys);
  // The same in element `index` of an array of values.
  std::optional<std::uint64_t> slot_in_element(std::uint32_t array, std::uint64_t index,
                                               const std::string& field, yaml::Place place);

 private:
  enum class State : std::uint8_t { kUnresolved, kResolving, kResolved };
  struct Declared {
    const yaml::Entry* entry = nullptr;  // null if it could not be read
    State state = State::kUnresolved;
    std::optional<std::uint32_t> number;
    bool doubtful = false;  // declared again in a different way
  };

  void again(const yaml::Entry& entry);
  void made_of_itself(const yaml::Entry& entry);
  std::optional<std::uint32_t> declared(Declared& type);
  std::optional<std::uint32_t> make_class(const yaml::Entry& entry);
  bool inherit(const yaml::Value& parent, program::TypeSpec& type);
  std::optional<std::uint32_t> make_array(const std::string& element, yaml::Place place, std::uint32_t rank);
  bool lay_out(const yaml::Value& fields, program::TypeSpec& type);
  // The metadata in addition to the fields: the assembly and the methods.
  void read_metadata(const yaml::Value& value, program::TypeSpec& type);
  // Numbers of the collectible assemblies that a class, or the class of an array's elements, needs. These are
  // its own assembly and those of its arguments. Empty for a name that is not a type.
  std::vector<std::uint32_t> collectibles_of(std::string name) const;
  // Reports a class of `assembly` that names a type which may be unloaded before the class.
  void check_outlived(std::uint32_t assembly, const std::string& name, yaml::Place place);
  // The CLR's name of a known type. The type need not have a number yet.
  std::string clr_name(std::string name) const;
  // A declared generic type, such as `Box<T>`.
  struct Definition {
    const yaml::Entry* entry = nullptr;
    std::string name;  // Box`1
    std::vector<std::string> parameters;
  };
  // The arguments for the parameters while an instantiation is created.
  struct Instance {
    const Definition* definition;
    std::vector<std::string> arguments;
    program::TypeSpec start;  // the parts that do not follow from the declaration
  };
  // True if it declares a generic type, or if it reports an error in such a declaration.
  bool declare_generic(const yaml::Entry& entry);
  void resolve_definitions();
  // Reports parameters whose names are not unique.
  void check_parameters(const Definition& definition);
  // True, with a message, if a generic type of that name has another number of parameters.
  bool wrong_arguments(const std::string& name, yaml::Place place);
  const Definition* definition_of(std::string_view name) const;
  std::optional<std::uint32_t> instantiate(const std::string& name, yaml::Place place);
  std::optional<std::uint32_t> try_to_instantiate(const std::string& name, yaml::Place place);
  static bool is_canon(std::string_view name);
  static bool is_instance(std::string_view name);
  // The name of a type in a declaration, with parameters replaced by arguments.
  std::string meant(std::string_view text) const;
  std::optional<std::string> clr_name_of_generic(const std::string& name) const;

  // Whether the declaration is that of a value type.
  static bool is_value(const yaml::Value& declared);
  std::uint64_t alignment_of(const program::FieldSpec& field) const;
  // Computes the value type's size and box. Its fields must be laid out.
  void finish_value(program::TypeSpec& type) const;
  // Offset of the reference of a path such as `pair.left`, from the first field on. nullopt if there is none;
  // `known` then has the valid names.
  std::optional<std::uint64_t> find_reference(const program::TypeSpec& type, std::string_view path,
                                              std::string_view before, std::vector<std::string>& known) const;
  std::optional<std::uint8_t> field_element(const std::string& name, yaml::Place place);
  std::uint32_t add(program::TypeSpec type);
  void no_such_type(const std::string& name, yaml::Place place);

  program::Program* program_;
  yaml::Messages* messages_;
  SuppressedNames* suppressed_names_;
  std::map<std::string, Declared, std::less<>> declared_;
  std::map<std::string, Definition, std::less<>> definitions_;  // by name
  const Instance* instance_ = nullptr;
  std::set<std::string, std::less<>> making_;  // instantiations in progress, nested
  std::set<std::string, std::less<>> failed_;  // instantiations that cannot be created
  // Definitions that need ever larger instantiations.
  std::set<std::string, std::less<>> endless_;
  std::vector<std::string> order_;                             // in declaration order
  std::vector<const yaml::Entry*> open_;                       // being resolved, outermost first
  std::vector<std::string> unreadable_;                        // declared, but of unknown kind
  std::set<std::string, std::less<>> fields_of_others_;        // of second declarations
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  // by the CLR's name
};

}  // namespace gcrucible::scenario

// The types of a scenario: its own, the built-in ones, and arrays of either, numbered as they are needed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/program.h"
#include "harness/scenario/expect/doubts.h"
#include "harness/yaml/messages.h"

namespace gcrucible::scenario {

class Types {
 public:
  // `declared` is the map under `types:`, null if there is none; it has passed its shape.
  Types(const yaml::Value* declared, program::Program& program, yaml::Messages& messages, Doubts& doubts);

  // Numbers every declared type, so that mistakes in unused ones are told too.
  void resolve_all();
  // The number of a type by the name that stands at `place`; nullopt with a message, or without one where
  // what is wrong with the type has been said.
  std::optional<std::uint32_t> number(const std::string& name, yaml::Place place);
  // The same without a message.
  bool known(const std::string& name) const;

  const program::TypeSpec& spec(std::uint32_t number) const { return program_->types[number]; }
  // The types of the runtime's objects for a collectible assembly, as program::LoadAssembly has them.
  struct OfAssembly {
    std::uint32_t loader, slots, scout;
  };
  OfAssembly of_assembly();
  // Slot of a reference field; nullopt with a message if there is none of that name.
  std::optional<std::uint64_t> slot_of(std::uint32_t type, const std::string& field, yaml::Place place,
                                       const std::vector<std::string>& other_keys);
  // The same in element `index` of an array of values.
  std::optional<std::uint64_t> slot_in_element(std::uint32_t array, std::uint64_t index,
                                               const std::string& field, yaml::Place place);

 private:
  enum class State : std::uint8_t { kUnresolved, kResolving, kResolved };
  struct Declared {
    const yaml::Entry* entry = nullptr;  // null where it could not be read
    State state = State::kUnresolved;
    std::optional<std::uint32_t> number;
    bool doubtful = false;  // declared again, otherwise
  };

  void again(const yaml::Entry& entry);
  void made_of_itself(const yaml::Entry& entry);
  std::optional<std::uint32_t> declared(Declared& type);
  std::optional<std::uint32_t> make_class(const yaml::Entry& entry);
  bool inherit(const yaml::Value& parent, program::TypeSpec& type);
  std::optional<std::uint32_t> make_array(const std::string& element, yaml::Place place, std::uint32_t rank);
  bool lay_out(const yaml::Value& fields, program::TypeSpec& type);
  // What metadata says beside the fields: the assembly and the methods.
  void read_metadata(const yaml::Value& value, program::TypeSpec& type);
  // Numbers of the collectible assemblies that the class of that name, or the class of its elements, needs:
  // its own, and those of its arguments. Of a text that names no type none.
  std::vector<std::uint32_t> collectibles_of(std::string name) const;
  // A message if a class of `assembly` names a type that may be gone while the class is there.
  void check_outlived(std::uint32_t assembly, const std::string& name, yaml::Place place);
  // The CLR's name of a known type, which need not have a number yet.
  std::string clr_name(std::string name) const;
  // `Box<T>` as it is declared.
  struct Definition {
    const yaml::Entry* entry = nullptr;
    std::string name;  // Box`1
    std::vector<std::string> parameters;
  };
  // What the parameters stand for while one of its instantiations is made.
  struct Instance {
    const Definition* definition;
    std::vector<std::string> arguments;
    program::TypeSpec start;  // what does not follow from the declaration
  };
  // True if it declares a generic type, or says what is wrong with the attempt.
  bool declare_generic(const yaml::Entry& entry);
  void resolve_definitions();
  // Messages for parameters that are no names of their own.
  void check_parameters(const Definition& definition);
  // Whether there is a generic type of that name with another number of parameters, with a message then.
  bool wrong_arguments(const std::string& name, yaml::Place place);
  const Definition* definition_of(std::string_view name) const;
  std::optional<std::uint32_t> instantiate(const std::string& name, yaml::Place place);
  std::optional<std::uint32_t> try_to_instantiate(const std::string& name, yaml::Place place);
  // Appends the argument's whole name to `full`.
  std::optional<program::TypeArgument> argument(const std::string& name, yaml::Place place,
                                                std::string& full);
  static bool is_canon(std::string_view name);
  static bool is_instance(std::string_view name);
  static std::vector<std::string> arguments_of(std::string_view instance);
  // The name of a type in a declaration, with arguments in the place of parameters.
  std::string meant(std::string_view text) const;
  std::optional<std::string> clr_name_of_generic(const std::string& name) const;

  // Whether what is declared there is a value type.
  static bool is_value(const yaml::Value& declared);
  std::uint64_t alignment_of(const program::FieldSpec& field) const;
  // The value type's size and box, once its fields are laid out.
  void finish_value(program::TypeSpec& type) const;
  // Offset of the reference that a path such as `pair.left` names, from the first field's beginning on;
  // nullopt if it names none, and in `known` what it could have named.
  std::optional<std::uint64_t> find_reference(const program::TypeSpec& type, std::string_view path,
                                              std::string_view before, std::vector<std::string>& known) const;
  std::optional<std::uint8_t> field_element(const std::string& name, yaml::Place place);
  std::uint32_t add(program::TypeSpec type);
  void no_such_type(const std::string& name, yaml::Place place);

  program::Program* program_;
  yaml::Messages* messages_;
  Doubts* doubts_;
  std::map<std::string, Declared, std::less<>> declared_;
  std::map<std::string, Definition, std::less<>> definitions_;  // by name
  const Instance* instance_ = nullptr;
  std::set<std::string, std::less<>> making_;                  // instantiations, one within the other
  std::set<std::string, std::less<>> failed_;                  // instantiations that cannot be made
  std::set<std::string, std::less<>> endless_;                 // definitions that need larger and larger ones
  std::vector<std::string> order_;                             // of declaration
  std::vector<const yaml::Entry*> open_;                       // that are being resolved, outermost first
  std::vector<std::string> unreadable_;                        // declared, but nobody knows as what
  std::set<std::string, std::less<>> fields_of_others_;        // of second declarations
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  // by the CLR's name
};

}  // namespace gcrucible::scenario

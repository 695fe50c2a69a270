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
#include "harness/scenario/doubts.h"
#include "harness/scenario/yaml/messages.h"

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
  // Slot of a reference field; nullopt with a message if there is none of that name.
  std::optional<std::uint64_t> slot_of(std::uint32_t type, const std::string& field, yaml::Place place,
                                       const std::vector<std::string>& other_keys);

 private:
  enum class State : std::uint8_t { kUnresolved, kResolving, kResolved };
  struct Declared {
    const yaml::Entry* entry = nullptr;  // null where it could not be read
    State state = State::kUnresolved;
    std::optional<std::uint32_t> number;
    bool doubtful = false;  // declared again, otherwise
  };

  void again(const yaml::Entry& entry);
  std::optional<std::uint32_t> declared(Declared& type);
  std::optional<std::uint32_t> make_class(const yaml::Entry& entry);
  bool inherit(const yaml::Value& parent, program::TypeSpec& type);
  std::optional<std::uint32_t> make_array(const std::string& element, yaml::Place place, std::uint32_t rank);
  bool lay_out(const yaml::Value& fields, program::TypeSpec& type);
  // What metadata says beside the fields: the assembly and the methods.
  void read_metadata(const yaml::Value& value, program::TypeSpec& type);
  // The CLR's name of a known type, which need not have a number yet.
  std::string clr_name(std::string name) const;
  std::optional<std::uint8_t> field_element(const std::string& name, yaml::Place place);
  std::uint32_t add(program::TypeSpec type);
  void no_such_type(const std::string& name, yaml::Place place);

  program::Program* program_;
  yaml::Messages* messages_;
  Doubts* doubts_;
  std::map<std::string, Declared, std::less<>> declared_;
  std::vector<std::string> order_;                             // of declaration
  std::vector<std::string> unreadable_;                        // declared, but nobody knows as what
  std::set<std::string, std::less<>> fields_of_others_;        // of second declarations
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  // by the CLR's name
};

}  // namespace gcrucible::scenario

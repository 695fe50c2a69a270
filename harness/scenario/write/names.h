// The names of a program's objects, roots, handles and threads in a scenario. The program has only numbers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/program.h"
#include "harness/scenario/write/scenario_writer.h"

namespace gcrucible::scenario {

class WrittenNames {
 public:
  // Objects of one allocation.
  struct Group {
    std::uint32_t first = 0;
    std::uint64_t count = 1;
    std::uint32_t type = 0;
    std::uint64_t length = 0;
    std::string name = {};  // empty: it has no name and needs none
  };
  struct Root {
    std::string name = {};
    bool reported = false;  // the name is not the default one
  };

  WrittenNames(const program::Program& program, const ScenarioHead& head);

  // The group of the allocation in that step. For an assembly: the last of its three groups.
  const Group& made_by(std::size_t step) const { return groups_[group_of_step_[step]]; }
  // Null if the object does not exist.
  const Group* group_of(std::uint32_t object) const;
  // Empty if the object, root, handle or thread does not exist.
  std::string object(std::uint32_t number) const;
  const Root& root(std::uint32_t number) const;
  const std::string& handle(std::uint32_t number) const;
  const std::string& thread(std::uint32_t number) const;
  // Whether `threads:` must state a name, because the name in the process differs.
  bool is_named_otherwise(std::uint32_t thread) const;

 private:
  void make_groups();
  void name_groups(const std::set<std::uint32_t>& needed, bool all);
  void name_roots(const std::set<std::uint32_t>& needed, const std::vector<std::string>& wanted);
  void name_handles(const std::set<std::uint32_t>& needed, const std::vector<std::string>& wanted);
  void name_threads();

  const program::Program* program_;
  std::vector<Group> groups_;  // ascending by first
  std::vector<std::size_t> group_of_step_;
  std::set<std::string, std::less<>> objects_;  // names in use
  std::vector<Root> roots_;
  std::vector<std::string> handles_, threads_;
};

}  // namespace gcrucible::scenario

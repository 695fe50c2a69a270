#include "harness/program/spoken_names.h"

#include <algorithm>

namespace gcrucible::program {
namespace {

std::string spoken(const std::string& noun, const std::string& name, std::uint64_t number) {
  return name.empty() ? noun + " " + std::to_string(number) : noun + " \"" + name + "\"";
}

}  // namespace

std::string spoken_thread(const Program& program, std::uint32_t thread) {
  if (thread >= kFirstHeapReporter && thread != kNothing)
    return "the collector's thread of heap " + std::to_string(thread - kFirstHeapReporter);
  return spoken("thread", thread < program.threads.size() ? program.threads[thread].name : std::string(),
                thread);
}

std::string spoken_object(const Program& program, std::uint64_t object) {
  const auto found = std::ranges::lower_bound(program.names, object, {}, &ObjectName::object);
  const bool named = found != program.names.end() && found->object == object;
  return spoken("object", named ? found->name : std::string(), object);
}

}  // namespace gcrucible::program

#include <string>
#include <utility>

#include "harness/abi/interfaces.h"
#include "harness/runtimes/profile_keys.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::runtimes {

using yaml::flag;
using yaml::Key;
using yaml::list_of;
using yaml::map;
using yaml::Shape;
using yaml::text;
using yaml::words;

const std::vector<std::string>& report_part_words() {
  static const std::vector<std::string> kWords = {"allocated-by-class", "finalizable-queued", "large-ranges",
                                                  "pinned-ranges",      "small-ranges",       "roots",
                                                  "dependent-handles",  "object-references"};
  return kWords;
}

const std::vector<std::string>& pinned_policy_words() {
  static const std::vector<std::string> kWords = {"promote", "demote", "stay"};
  return kWords;
}

const std::vector<std::string>& info_entry_words() {
  static const std::vector<std::string> kWords = {"async", "sync", "init-only", "unguarded",
                                                  "not-implemented"};
  return kWords;
}

namespace {

Shape method_name() {
  Shape method = text();
  method.noun = "a method's name";
  return method;
}

Shape groups_shape() {
  return list_of(
      map({
          yaml::required("entry", words(info_entry_words()), "how the runtime guards these methods"),
          yaml::optional("triggers", flag(), "whether they may trigger a collection; default: false"),
          yaml::optional("after-attach", flag(), "whether an attached profiler may call them; default: true"),
          yaml::required("names", list_of(method_name(), 1), "the methods"),
      }),
      1);
}

}  // namespace

Shape profile_shape(bool whole) {
  std::vector<Key> keys;
  const auto add = [&](std::string_view name, Shape shape, std::string_view about, bool required) {
    keys.push_back({std::string(name), std::move(shape), std::string(about), required});
  };
  const Shape runtime = yaml::dotted_name("a runtime's name");
  if (whole) {
    add("runtime", runtime, "the runtime's name", true);
  } else {
    add("like", runtime, "the runtime whose values hold for all other keys", true);
    add("named", runtime, "its name; default: the name after `like`", false);
  }
  add("rules-of", runtime,
      "the runtime whose special rules and permissions hold here too; default: its own name", false);
  add("about", text(), "the runtime that it describes", false);
  for (const ProfilePart& part : profile_parts()) {
    std::vector<Key> in_part;
    for (const ProfileKey& each : part.keys)
      in_part.push_back({std::string(each.name), each.shape, std::string(each.about),
                         whole && !each.has_default, std::string(each.former)});
    add(part.name, map(std::move(in_part)), part.about, whole);
  }
  add("methods", groups_shape(),
      "the methods of ICorProfilerInfo to " + std::string(abi::kInfoInterfaces.back().name) +
          ", each in one group",
      whole);
  for (const MethodList& list : method_lists())
    add(list.name, list_of(method_name()), list.about, whole && !list.has_default);
  return map(std::move(keys));
}

}  // namespace gcrucible::runtimes

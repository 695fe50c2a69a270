#include "harness/runtimes/runtimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <span>

#include "harness/abi/tables/info_methods.h"
#include "harness/runtimes/embedded.h"
#include "harness/runtimes/profile_keys.h"
#include "harness/yaml/known_file.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/parse.h"

namespace gcrucible::runtimes {
namespace {

using program::InfoEntry;
using program::InfoRow;
using program::RuntimeProfile;
using yaml::Value;

constexpr std::size_t kSlots = abi::kInfoMethods.size();

void take_flag(const Value& map, std::string_view key, bool& target) {
  if (const Value* value = map.find(key)) target = value->text == "true";
}

class ProfileReader {
 public:
  ProfileReader(RuntimeProfile profile, yaml::Messages& messages)
      : profile_(std::move(profile)), messages_(&messages) {}

  RuntimeProfile take() { return std::move(profile_); }

  void read(const Value& value, bool whole) {
    if (const Value* name = value.find("runtime")) profile_.name = name->text;
    if (const Value* name = value.find("named")) {
      profile_.rules_of = program::rules_of(profile_);
      profile_.name = name->text;
    }
    if (const Value* name = value.find("rules-of")) profile_.rules_of = name->text;
    if (profile_.rules_of == profile_.name) profile_.rules_of.clear();
    for (const ProfilePart& part : profile_parts()) {
      const Value* const map = value.find(part.name);
      for (const ProfileKey& key : part.keys) {
        if (const Value* const each = map == nullptr ? nullptr : map->find(key.name))
          key.read(*each, profile_, *messages_);
      }
    }
    if (const Value* part = value.find("methods")) methods(*part, whole);
    for (const MethodList& list : method_lists()) {
      if (const Value* names = value.find(list.name)) mark(*names, list.flag);
    }
  }

 private:
  InfoRow* row_of(const Value& name) {
    const auto method = abi::find_info_method(name.text);
    if (method) return &profile_.info[static_cast<std::size_t>(*method)];
    std::vector<std::string> known;
    for (const abi::MethodInfo& each : abi::kInfoMethods) known.emplace_back(each.name);
    messages_->error(name.place,
                     fmt::format("{} is no method of ICorProfilerInfo", yaml::in_quotes(name.text)),
                     yaml::suggestion(name.text, known));
    return nullptr;
  }

  void methods(const Value& groups, bool whole) {
    if (profile_.info.size() != kSlots) {
      profile_.info.assign(kSlots, {});
      for (std::size_t i = 0; i < kSlots; ++i) profile_.info[i].slot = static_cast<std::uint16_t>(i);
    }
    std::vector<std::uint32_t> line(kSlots, 0);
    for (const Value& group : groups.items) {
      for (const Value& name : group.find("names")->items) {
        InfoRow* const row = row_of(name);
        if (row == nullptr) continue;
        if (line[row->slot] != 0) {
          messages_->error(
              name.place, fmt::format("{} is listed again", name.text),
              fmt::format("it stands on line {} already; a method belongs to one group", line[row->slot]));
        }
        line[row->slot] = name.place.line;
        row->entry = static_cast<InfoEntry>(yaml::word_index(info_entry_words(), group.find("entry")->text));
        row->triggers = false;
        row->after_attach = true;
        take_flag(group, "triggers", row->triggers);
        take_flag(group, "after-attach", row->after_attach);
      }
    }
    if (!whole) return;
    std::string missing;
    for (std::size_t i = 0; i < kSlots; ++i) {
      if (line[i] == 0) missing += (missing.empty() ? "" : ", ") + std::string(abi::kInfoMethods[i].name);
    }
    if (!missing.empty())
      messages_->error(groups.place, "no group has " + missing, "every method belongs to one group");
  }

  void mark(const Value& names, bool InfoRow::*flag) {
    for (InfoRow& row : profile_.info) row.*flag = false;
    if (profile_.info.size() != kSlots) return;
    for (const Value& name : names.items) {
      if (InfoRow* const row = row_of(name)) row->*flag = true;
    }
  }

  RuntimeProfile profile_;
  yaml::Messages* messages_;
};

// True if the text has a key that only runtimes have. Error messages then treat the text as a runtime.
bool looks_like_a_runtime(const Value& value) {
  static constexpr std::string_view kOwnKeys[] = {"runtime", "information", "interfaces", "methods"};
  return std::ranges::any_of(kOwnKeys, [&](std::string_view key) { return value.find(key) != nullptr; });
}

// Each built-in runtime is read once. Nearly every scenario names one, and the runtime takes longer to read
// than the scenario.
const Expected<RuntimeProfile>& built_in(const EmbeddedFile& file) {
  static std::mutex mutex;
  static std::map<std::string_view, Expected<RuntimeProfile>> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find(file.name);
  if (found != known.end()) return found->second;
  return known.emplace(file.name, parse(file.text, fmt::format("{}.yaml", file.name))).first->second;
}

std::string list_of_names() {
  std::string text;
  for (const std::string& name : names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::optional<RuntimeProfile> read_profile(const Value& value, RuntimeProfile base, bool whole,
                                           yaml::Messages& messages) {
  const std::size_t before = messages.list().size();
  ProfileReader reader(std::move(base), messages);
  reader.read(value, whole);
  if (messages.list().size() != before) return std::nullopt;
  return reader.take();
}

Expected<RuntimeProfile> parse(std::string_view text, std::string file) {
  yaml::Messages messages(std::move(file), std::string(text));
  const yaml::KnownFile kind = yaml::known_file(text);
  const bool is_other = yaml::is_other(kind, yaml::KnownFile::kRuntime);
  auto value = is_other ? std::nullopt : yaml::parse(messages, "docs/reference/runtime-files.md");
  if (is_other || (value && !looks_like_a_runtime(*value))) {
    messages.error(
        {},
        is_other ? fmt::format("this is {}, not a runtime", yaml::name_of(kind)) : "this is no runtime file",
        fmt::format(
            "give the name of a runtime ({}) or a file as docs/reference/runtime-files.md describes it",
            list_of_names()));
  } else if (const Value* const like = value ? value->find("like") : nullptr; like != nullptr) {
    messages.error(like->place, "a runtime file has no `like`: it has every key itself",
                   "begin with a copy of harness/runtimes/net10.yaml, or write `runtime: {like: net10, ...}` "
                   "with what is different into the scenario");
  } else if (value && yaml::check(*value, profile_shape(true), messages) && messages.empty()) {
    if (auto profile = read_profile(*value, {}, true, messages)) return std::move(*profile);
  }
  return failure(messages.render());
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const EmbeddedFile& file : embedded_files()) result.emplace_back(file.name);
  std::ranges::sort(result);
  return result;
}

Expected<RuntimeProfile> load(std::string_view name) {
  if (name.ends_with(".yaml") || name.ends_with(".yml")) {
    const Expected<std::string> text = yaml::read_file(std::string(name));
    if (text) return parse(*text, std::string(name));
    return failure(
        fmt::format("{}: error: the runtime file cannot be read: {}; check the path\n", name, text.error()));
  }
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return built_in(file);
  }
  const std::string remedy =
      name.find('/') == std::string_view::npos
          ? yaml::suggestion(name, names()) +
                (name.find('.') == std::string_view::npos ? "" : "; a runtime's own file ends in .yaml")
          : "a runtime's own file ends in .yaml, and the built-in ones are " + list_of_names();
  return failure(fmt::format("there is no runtime {}; {}\n", yaml::in_quotes(name), remedy));
}

}  // namespace gcrucible::runtimes

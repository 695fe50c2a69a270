#include "harness/verdict/object_histories.h"

#include <cstdint>
#include <set>
#include <utility>

#include "harness/rules/evidence/object_story.h"
#include "harness/trace/read/read_ahead.h"

namespace gcrucible::verdict {
namespace {

std::set<std::uint32_t> objects_named(const report::RunReport& report) {
  std::set<std::uint32_t> objects;
  for (const rules::Verdict& verdict : report.verdicts) {
    for (const rules::Finding& finding : verdict.findings) {
      if (finding.object != rules::kNoObject) objects.insert(finding.object);
    }
  }
  for (const report::StaleUse& use : report.notes.stale) {
    if (use.object != rules::kNoObject && objects.size() < report::kMostStories) objects.insert(use.object);
  }
  for (const report::Intrusion& intrusion : report.notes.intrusions) {
    if (objects.size() < report::kMostStories) objects.insert(intrusion.object);
  }
  return objects;
}

}  // namespace

void report_objects(trace::Reader trace, const report::Names& names, report::RunReport& report) {
  // Texts may name more objects than those that the findings are about.
  if (names.objects().size() <= report::kMostStories) report.object_names = names.objects();
  const std::set<std::uint32_t> objects = objects_named(report);
  if (objects.empty()) return;
  rules::ObjectStories stories(objects);
  trace::ReadAhead again(std::move(trace));
  const trace::Event* event = nullptr;
  while (again.next(event) == trace::Reader::Step::kLine) stories.take(*event);
  for (const std::uint32_t object : objects) {
    report.stories[object] = stories.of(object);
    if (names.has_name(object)) report.object_names[object] = names.object(object);
  }
}

}  // namespace gcrucible::verdict

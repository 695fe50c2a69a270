#include <gcrucible/heap.h>

#include <algorithm>
#include <utility>

#include "harness/library/heap_access.h"
#include "harness/library/heap_text.h"
#include "harness/library/rule_names.h"
#include "harness/scenario/write/scenario_writer.h"
#include "harness/yaml/parse.h"

namespace gcrucible {
namespace {

scenario::Scenario read_text(std::string_view text, const std::string& file) {
  Expected<scenario::Scenario> loaded = scenario::parse(text, file, rule_names());
  if (!loaded) throw Error(loaded.error());
  return std::move(*loaded);
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of("\n");
  const std::size_t last = text.find_last_not_of(" \n");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last + 1 - first));
}

std::string with_end_of_line(std::string text) {
  return text.ends_with('\n') ? text : text + "\n";
}

// The index of the first step on `line` or after it.
std::size_t first_from(const program::Program& program, std::uint32_t line) {
  const auto found =
      std::ranges::find_if(program.steps, [line](const program::Step& step) { return step.line >= line; });
  return static_cast<std::size_t>(found - program.steps.begin());
}

constexpr const char* kBuiltFile = "the test's heap";
constexpr const char* kDrawnTitle = "A generated program";

}  // namespace

void Heap::Impl::must_be_built() const {
  if (kind == Kind::kBuilt) return;
  throw Error(
      "a heap that was read or generated cannot be changed; write its yaml() to a file and edit that, or "
      "build one");
}

Heap::Heap() : impl_(std::make_unique<Impl>()) {}
Heap::Heap(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Heap::Heap(const Heap& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Heap::Heap(Heap&&) noexcept = default;
Heap& Heap::operator=(const Heap& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
Heap& Heap::operator=(Heap&&) noexcept = default;
Heap::~Heap() = default;

Heap Heap::from_yaml(std::string_view text, const std::string& file) {
  read_text(text, file);
  auto impl = std::make_unique<Impl>();
  impl->kind = Impl::Kind::kRead;
  impl->text = text;
  impl->file = file;
  return Heap(std::move(impl));
}

Heap Heap::from_file(const std::string& path) {
  const Expected<std::string> text = yaml::read_file(path);
  if (!text) {
    throw Error(path + ": cannot be read: " + text.error() +
                "; is the path relative to the folder of the run?");
  }
  return from_yaml(*text, path);
}

std::string Heap::yaml() const {
  switch (impl_->kind) {
    case Impl::Kind::kRead:
      return impl_->text;
    case Impl::Kind::kBuilt:
      return HeapAccess::read(*this).scenario.text;
    case Impl::Kind::kDrawn:
      break;
  }
  const Expected<std::string> written = scenario::write(*impl_->program, {.title = kDrawnTitle});
  if (!written) throw Error("no scenario can express this program: " + written.error());
  return *written;
}

Heap& Heap::title(std::string_view text) {
  impl_->must_be_built();
  impl_->title = text;
  return *this;
}

Heap& Heap::runtime(std::string_view name) {
  impl_->must_be_built();
  impl_->runtime = name;
  return *this;
}

Heap& Heap::seed(std::uint64_t seed) {
  impl_->must_be_built();
  impl_->seed = seed;
  return *this;
}

Heap& Heap::settings(const HeapSettings& settings) {
  impl_->must_be_built();
  FlowMap map;
  map.add_if(settings.slide, "destination", "slide");
  map.add_if(settings.loh_threshold != 0, "loh-threshold", std::to_string(settings.loh_threshold));
  map.add_if(settings.finalizers_on_demand, "finalizers", "on-demand");
  map.add_if(settings.server != 0, "server", settings.server == 1 ? "true" : std::to_string(settings.server));
  map.add_if(settings.balanced, "balanced", "true");
  map.add_if(settings.address_space, "backing", "address-space");
  impl_->settings = map.empty() ? "" : map.text();
  return *this;
}

Heap& Heap::setup(std::string_view yaml) {
  impl_->must_be_built();
  impl_->setup.push_back(trimmed(yaml));
  return *this;
}

Heap& Heap::step(std::string_view yaml) {
  impl_->must_be_built();
  impl_->steps.push_back(trimmed(yaml));
  return *this;
}

Heap& Heap::then(std::function<void()> look) {
  return then([look = std::move(look)](const Moment&) { look(); });
}

Heap& Heap::then(std::function<void(const Moment&)> look) {
  impl_->looks.push_back({impl_->steps.size(), std::move(look)});
  return *this;
}

Heap HeapAccess::drawn(program::Program program) {
  // Number the steps as lines, so that an error message can name the step that cannot be played.
  std::uint32_t line = 0;
  for (program::Step& step : program.steps) step.line = ++line;
  auto impl = std::make_unique<Heap::Impl>();
  impl->kind = Heap::Impl::Kind::kDrawn;
  impl->program = std::make_shared<const program::Program>(std::move(program));
  return Heap(std::move(impl));
}

ReadHeap HeapAccess::read(const Heap& heap) {
  const Heap::Impl& impl = *heap.impl_;
  ReadHeap made;
  HeapText built;
  switch (impl.kind) {
    case Heap::Impl::Kind::kBuilt:
      built = text_of(impl);
      made.scenario = read_text(built.text, kBuiltFile);
      break;
    case Heap::Impl::Kind::kRead:
      made.scenario = read_text(with_end_of_line(impl.text), impl.file);
      break;
    case Heap::Impl::Kind::kDrawn:
      made.scenario.title = kDrawnTitle;
      made.scenario.file = kDrawnTitle;
      made.scenario.program = *impl.program;
      break;
  }
  const program::Program& program = made.scenario.program;
  for (const Heap::Impl::Look& look : impl.looks) {
    made.looks_at.push_back(look.behind < built.step_lines.size()
                                ? first_from(program, built.step_lines[look.behind])
                                : program.steps.size());
  }
  return made;
}

}  // namespace gcrucible

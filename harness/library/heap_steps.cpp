#include <gcrucible/heap.h>

#include <array>
#include <utility>

#include "harness/library/heap_access.h"
#include "harness/library/heap_text.h"

namespace gcrucible {
namespace {

constexpr std::array<const char*, 6> kHandleWords{"strong", "weak",      "weak-long",
                                                  "pinned", "dependent", "ref-counted"};
constexpr std::array<const char*, 4> kGraphWords{"none", "chain", "tree", "random-tree"};
constexpr std::array<const char*, 3> kFinalizerWords{"false", "true", "critical"};

template <typename Words, typename Enumeration>
std::string word(const Words& words, Enumeration value) {
  return words.at(static_cast<std::size_t>(value));
}

std::string generations(const std::vector<Generation>& all) {
  std::vector<std::string> words;
  for (const Generation each : all) words.push_back(word_of(each));
  return flow_list(words);
}

// Types whose allocation must state a length even if the length is 0.
bool needs_length(const std::string& type) {
  return type.ends_with("[]") || type == "String" || type == "string";
}

std::string report_of(const Reporting& reporting) {
  FlowMap map;
  map.add_if(reporting.batch != 0, "batch", std::to_string(reporting.batch));
  std::vector<std::string> splits;
  for (const std::uint32_t size : reporting.splits) splits.push_back(std::to_string(size));
  map.add_if(!splits.empty(), "splits", flow_list(splits));
  map.add_if(reporting.shuffle != 0, "shuffle", std::to_string(reporting.shuffle));
  map.add_if(reporting.mix != 0, "mix", std::to_string(reporting.mix));
  map.add_if(!reporting.order.empty(), "order", flow_list(reporting.order));
  map.add_if(!reporting.schedule.empty(), "schedule", reporting.schedule);
  return map.empty() ? "" : map.text();
}

}  // namespace

Type Heap::type(std::string_view name, const std::vector<Field>& fields, const TypeSettings& how) {
  impl_->must_be_built();
  FlowMap map;
  map.add_if(how.value, "value", "true");
  map.add_if(!how.parent.empty(), "parent", in_yaml(how.parent.name()));
  map.add_if(how.finalizer != Finalizer::kNone, "finalizer", word(kFinalizerWords, how.finalizer));
  map.add_if(!how.assembly.empty(), "assembly", in_yaml(how.assembly));
  FlowMap of_fields;
  for (const Field& field : fields) of_fields.add(in_yaml(field.name), in_yaml(field.type));
  map.add_if(!of_fields.empty(), "fields", of_fields.text());
  impl_->types.push_back(in_yaml(name) + ": " + map.text());
  return Type(std::string(name));
}

Type Heap::array_of(const Type& element) {
  return Type(element.name() + "[]");
}

Object Heap::allocate(const Type& type, const Allocation& how) {
  impl_->must_be_built();
  Object object(how.name.empty() ? impl_->made_name("o") : how.name);
  FlowMap map;
  map.add("id", in_yaml(object)).add("type", in_yaml(type.name()));
  const bool has_length = how.length != 0 || (how.elements.empty() && needs_length(type.name()));
  map.add_if(has_length, "length", std::to_string(how.length));
  std::vector<std::string> elements;
  for (const Object& each : how.elements) elements.push_back(in_yaml(each));
  map.add_if(!elements.empty(), "elements", flow_list(elements));
  FlowMap fields;
  for (const auto& [field, target] : how.fields) fields.add(in_yaml(field), in_yaml(target));
  map.add_if(!fields.empty(), "fields", fields.text());
  map.add_if(how.generation != Generation::k0, "generation", word_of(how.generation));
  map.add_if(!how.thread.empty(), "thread", in_yaml(how.thread.name()));
  map.add_if(how.heap >= 0, "heap", std::to_string(how.heap));
  step("allocate: " + map.text());
  return object;
}

Object Heap::allocate(const Type& type, std::string_view name) {
  Allocation how;
  how.name = std::string(name);
  return allocate(type, how);
}

Objects Heap::allocate_many(const Type& type, std::size_t count, Graph graph) {
  impl_->must_be_built();
  Object first(impl_->made_name("many"));
  FlowMap map;
  map.add("id", in_yaml(first)).add("type", in_yaml(type.name())).add("count", std::to_string(count));
  map.add_if(graph != Graph::kNone, "graph", word(kGraphWords, graph));
  step("allocate: " + map.text());
  return {std::move(first), count};
}

Heap& Heap::store(const Object& object, std::string_view field, const Object& target) {
  return step("store: {" + in_yaml(object.name() + "." + std::string(field)) + ": " + in_yaml(target) + "}");
}

Heap& Heap::store(const Object& array, std::uint64_t element, const Object& target) {
  return step("store: {" + in_yaml(array.name() + "[" + std::to_string(element) + "]") + ": " +
              in_yaml(target) + "}");
}

Root Heap::root(const Object& object, const RootSettings& how) {
  impl_->must_be_built();
  Root root(how.name.empty() ? impl_->made_name("r") : how.name);
  FlowMap map;
  map.add("id", in_yaml(root.name())).add("object", in_yaml(object));
  map.add_if(how.is_static, "kind", "static");
  map.add_if(how.pinned, "pinned", "true");
  map.add_if(how.interior != 0, "interior", std::to_string(how.interior));
  map.add_if(!how.thread.empty(), "thread", in_yaml(how.thread.name()));
  map.add_if(!how.function.empty(), "function", in_yaml(how.function));
  step("root: " + map.text());
  return root;
}

Heap& Heap::set(const Root& root, const Object& object) {
  return step("set-root: {" + in_yaml(root.name()) + ": " + in_yaml(object) + "}");
}

Heap& Heap::unroot(const Root& root) {
  return step("unroot: " + in_yaml(root.name()));
}

Handle Heap::handle(HandleKind kind, const Object& object) {
  impl_->must_be_built();
  Handle handle(impl_->made_name("h"));
  FlowMap map;
  map.add("id", in_yaml(handle.name())).add("kind", word(kHandleWords, kind));
  map.add(kind == HandleKind::kDependent ? "key" : "object", in_yaml(object));
  step("handle: " + map.text());
  return handle;
}

Handle Heap::dependent(const Object& key, const Object& value) {
  impl_->must_be_built();
  Handle handle(impl_->made_name("h"));
  FlowMap map;
  map.add("id", in_yaml(handle.name())).add("kind", "dependent");
  step("handle: " + map.add("key", in_yaml(key)).add("value", in_yaml(value)).text());
  return handle;
}

Heap& Heap::set(const Handle& handle, const Object& object) {
  return step("set-handle: {" + in_yaml(handle.name()) + ": " + in_yaml(object) + "}");
}

Heap& Heap::count(const Handle& handle, std::uint32_t count) {
  return step("set-handle: {" + in_yaml(handle.name()) + ": {count: " + std::to_string(count) + "}}");
}

Heap& Heap::free(const Handle& handle) {
  return step("free-handle: " + in_yaml(handle.name()));
}

Heap& Heap::suppress_finalizer(const Object& object) {
  return step("suppress-finalizer: " + in_yaml(object));
}

Heap& Heap::register_finalizer(const Object& object) {
  return step("register-finalizer: " + in_yaml(object));
}

Heap& Heap::run_finalizers() {
  return step("run-finalizers: all");
}

Thread Heap::start_thread(std::string_view name) {
  impl_->must_be_built();
  impl_->threads.emplace_back(name);
  step("start-thread: " + in_yaml(name));
  return Thread(std::string(name));
}

Heap& Heap::end_thread(const Thread& thread) {
  return step("end-thread: " + in_yaml(thread.name()));
}

Heap& Heap::collect(Generation generation, const CollectSettings& how) {
  if (generation > Generation::k2)
    throw Error("a collection is of generation 0, 1 or 2; 2 includes LOH and POH");
  FlowMap map;
  map.add("generation", word_of(generation));
  map.add_if(!how.compact.empty(), "compact", generations(how.compact));
  map.add_if(!how.sweep.empty(), "sweep", generations(how.sweep));
  map.add_if(!how.promote, "promote", "false");
  map.add_if(how.demote_pinned, "pinned", "demote");
  map.add_if(!how.induced, "reason", "other");
  map.add_if(!how.thread.empty(), "thread", in_yaml(how.thread.name()));
  const std::string report = report_of(how.reporting);
  map.add_if(!report.empty(), "report", report);
  return step("collect: " + map.text());
}

}  // namespace gcrucible

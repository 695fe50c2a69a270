#include "harness/host/info_invoker.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "harness/clr/info/said_answer.h"
#include "harness/clr/text.h"

namespace gcrucible::host {

using abi::InfoMethod;

void InfoInvoker::ask(const program::Ask& question, std::uint32_t line, bool in_collection) {
  const std::int64_t number = next_++;
  if (question.inside != 0) {
    const std::scoped_lock lock(mutex_);
    pending_.push_back({question, number, line, in_collection});
    waiting_ = pending_.size();
    return;
  }
  std::thread([&] { put(question, number, line); }).join();
}

void InfoInvoker::inside(abi::CallbackMethod method) {
  if (waiting_.load(std::memory_order_acquire) == 0) return;
  std::vector<Pending> now;
  {
    const std::scoped_lock lock(mutex_);
    const auto slot = static_cast<std::uint16_t>(method);
    std::erase_if(pending_, [&](const Pending& pending) {
      if (pending.question.inside != slot) return false;
      now.push_back(pending);
      return true;
    });
    waiting_ = pending_.size();
  }
  for (const Pending& pending : now) put(pending.question, pending.number, pending.line);
}

void InfoInvoker::forget() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(pending_, [](const Pending& pending) { return pending.in_collection; });
  waiting_ = pending_.size();
}

void InfoInvoker::put(const program::Ask& question, std::int64_t number, std::uint32_t line) {
  clr::ThreadState& thread = clr::this_thread();
  const std::int64_t outer = std::exchange(thread.asking, number);
  std::optional<clr::SaidAnswer> answer;
  if (question.answer) {
    const clr::World::Look look(clr_->world());
    answer.emplace(*question.answer, static_cast<InfoMethod>(question.slot), clr::SaidValues(*clr_, handles));
  }
  const clr::SaidAnswer* const outer_answer = std::exchange(thread.answer, answer ? &*answer : nullptr);
  const std::uint32_t outer_line = std::exchange(thread.asking_line, line);
  const std::uint64_t key = open(question, line);
  call(question);
  close(key);
  thread.asking_line = outer_line;
  thread.answer = outer_answer;
  thread.asking = outer;
}

std::uint64_t InfoInvoker::open(const program::Ask& question, std::uint32_t line) {
  const clr::ThreadState& thread = clr::this_thread();
  const bool owns = clr_->world().mine() && thread.of_runtime && !thread.forced;
  const std::scoped_lock lock(mutex_);
  open_.push_back({.key = keys_++,
                   .of_program = owns || thread.absent || question.inside == 0,
                   .slot = question.slot + 1u,
                   .line = line,
                   .callbacks = control_->callbacks.load()});
  show();
  return open_.back().key;
}

void InfoInvoker::close(std::uint64_t key) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(open_, [&](const Open& each) { return each.key == key; });
  show();
}

// The last query is the innermost one of its thread; the thread's outer queries wait for it.
void InfoInvoker::show() {
  const auto program =
      std::find_if(open_.rbegin(), open_.rend(), [](const Open& each) { return each.of_program; });
  const auto shown = program != open_.rend() ? program : open_.rbegin();
  const Open none{};
  const Open& said = shown != open_.rend() ? *shown : none;
  control_->question_line = said.line;
  control_->question_behind = said.callbacks;
  control_->question_slot = said.slot;
}

// A thread of the profiler may collect before the call, so the ids may be stale at the call.
QueryArguments InfoInvoker::arguments(const program::Ask& question) const {
  const clr::World::Look look(clr_->world());
  const std::uint64_t number = question.number;
  QueryArguments given{.object = number,
                       .class_id = number,
                       .module = number,
                       .thread = number,
                       .handle = number,
                       .number = number,
                       .text = clr::to_utf16(question.text)};
  if (question.object != program::kNothing) given.object = clr_->engine().address_of(question.object);
  if (question.type != program::kNothing) {
    const clr::ClassEntry& entry = clr_->classes().at(static_cast<sim::TypeIndex>(question.type));
    given.class_id = entry.id;
    if (entry.module != clr::metadata::kNoModule) given.module = clr_->loads().module_at(entry.module).id;
  }
  if (question.thread != program::kNothing) given.thread = clr_->threads().at(question.thread).id;
  if (handles != nullptr && question.handle < handles->size()) given.handle = (*handles)[question.handle];
  const std::scoped_lock lock(mutex_);
  if (question.handle == program::kNothing && number != 0 && number <= made_.size()) {
    given.handle = made_[number - 1];
  }
  return given;
}

void InfoInvoker::call(const program::Ask& question) {
  const abi::GCHandleID made = call_info(*info_, question.slot, arguments(question));
  if (made == 0) return;
  const std::scoped_lock lock(mutex_);
  made_.push_back(made);
}

}  // namespace gcrucible::host

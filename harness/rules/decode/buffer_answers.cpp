#include "harness/rules/decode/buffer_answers.h"

#include "harness/rules/evidence/info_signatures.h"

namespace gcrucible::rules {
namespace {

// The id that a method takes comes before the capacity of the buffer.
std::pair<InfoMethod, std::uint64_t> key_of(const InfoEvent& info, const BufferSignature& signature) {
  return {info.method, signature.capacity == 0 ? 0 : info.arg(0).value_or(0)};
}

}  // namespace

void BufferAnswers::take(const InfoEvent& info) {
  const BufferSignature* const signature = buffer_of(info.method);
  if (signature == nullptr || !signature->constant || !info.succeeded()) return;
  if (const auto count = info.out(signature->count)) counts_[key_of(info, *signature)] = {*count, info.line};
}

void BufferAnswers::forget(std::uint64_t assembly) {
  counts_.erase({InfoMethod::kGetAssemblyInfo, assembly});
}

const BufferAnswers::Count* BufferAnswers::last(const InfoEvent& info) const {
  const BufferSignature* const signature = buffer_of(info.method);
  if (signature == nullptr) return nullptr;
  const auto found = counts_.find(key_of(info, *signature));
  return found == counts_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules

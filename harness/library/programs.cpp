#include <gcrucible/programs.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/campaign/generate/generator.h"
#include "harness/campaign/shrink/candidates.h"
#include "harness/library/heap_access.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible {

struct Programs::Impl {
  campaign::TypePool pool;
  campaign::Envelope envelope;
};

namespace {

campaign::Feature feature_of(const std::string& word) {
  if (const auto feature = campaign::feature_of(word)) return *feature;
  std::string words;
  for (const campaign::FeatureRow& row : campaign::feature_rows())
    words += (words.empty() ? "" : ", ") + std::string(row.word);
  throw Error("no feature of programs is called '" + word + "'; there are " + words);
}

campaign::Features features_of(const Envelope& envelope) {
  campaign::Features features = envelope.only.empty() ? campaign::usual_features() : campaign::Features{};
  for (const std::string& word : envelope.only) features.set(feature_of(word));
  for (const std::string& word : envelope.skip) features.set(feature_of(word), false);
  return features;
}

constexpr int kLargest = 100;

}  // namespace

Programs::Programs(const Envelope& envelope) {
  Expected<program::RuntimeProfile> loaded = runtimes::load(envelope.runtime);
  if (!loaded) throw Error(loaded.error());
  auto impl = std::make_shared<Impl>();
  impl->envelope = {.runtime = std::move(*loaded), .features = features_of(envelope)};
  impl_ = std::move(impl);
}

Heap Programs::draw(std::uint64_t seed, int size) const {
  const campaign::Bounds bounds = campaign::bounds_of(std::clamp(size, 0, kLargest));
  return HeapAccess::drawn(campaign::generate(impl_->pool, impl_->envelope, seed, bounds).program);
}

std::vector<Heap> Programs::smaller(const Heap& heap, unsigned kind) const {
  std::vector<Heap> made;
  const Heap::Impl& whole = HeapAccess::of(heap);
  if (whole.kind != Heap::Impl::Kind::kDrawn || kind >= kKinds) return made;
  static_assert(kKinds == campaign::kCandidateKinds);
  for (program::Program& each :
       campaign::candidates(*whole.program, impl_->pool, static_cast<campaign::CandidateKind>(kind))) {
    made.push_back(HeapAccess::drawn(std::move(each)));
  }
  return made;
}

}  // namespace gcrucible

// The part of a campaign that this process runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/expected.h"

namespace gcrucible::campaign {

struct Shard {
  std::uint32_t index = 0;
  std::uint32_t count = 1;

  // Cases are distributed round-robin: every shard gets small and large cases, and shards do not overlap.
  bool has(std::uint64_t number) const { return number % count == index; }
  // "2/8", counted from 1.
  std::string text() const;

  friend bool operator==(const Shard&, const Shard&) = default;
};

// "i/n" with i from 1 to n; empty for other text.
std::optional<Shard> read_shard(std::string_view text);

struct FoundShard {
  std::optional<Shard> shard;  // empty if no variable selects a shard
  std::string from;            // the variables that select it
  // If some of the variables are missing but a part may be intended: what to do.
  std::string hint;
};

// The shard from the variables of a test runner. TEST_SHARD_INDEX with TEST_TOTAL_SHARDS, and
// GTEST_SHARD_INDEX with GTEST_TOTAL_SHARDS, count from 0. SLURM_ARRAY_TASK_ID needs SLURM_ARRAY_TASK_MIN and
// SLURM_ARRAY_TASK_COUNT. JOB_COMPLETION_INDEX (Kubernetes) with GCRUCIBLE_SHARDS counts from 0.
// CI_NODE_INDEX with CI_NODE_TOTAL (GitLab) counts from 1.
Expected<FoundShard> shard_of_environment();

// Confirms to the runner that its variables are respected, by creating the file that TEST_SHARD_STATUS_FILE
// names. Without it, Bazel takes a part for the whole. Does nothing if no file is named.
Expected<void> acknowledge_shard();

}  // namespace gcrucible::campaign

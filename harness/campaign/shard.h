// Which part of a campaign this process runs, where several share it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gcrucible::campaign {

struct Shard {
  std::uint32_t index = 0;
  std::uint32_t count = 1;

  // Cases are dealt round, so that every shard gets small ones and large ones, and no two the same.
  bool has(std::uint64_t number) const { return number % count == index; }
  // "2/8", counted from 1 as people do.
  std::string text() const;

  friend bool operator==(const Shard&, const Shard&) = default;
};

// "i/n", with i from 1 to n; nothing for anything else.
std::optional<Shard> read_shard(std::string_view text);

struct FoundShard {
  std::optional<Shard> shard;  // nothing where no variable says anything
  std::string from;            // the variables that say so
  std::string error;           // what is wrong with them
  // What is there of them says that this may be meant as a part, and the rest is not there: what to do.
  std::string hint;
};

// What the runner of a matrix has set: TEST_SHARD_INDEX with TEST_TOTAL_SHARDS, GTEST_SHARD_INDEX with
// GTEST_TOTAL_SHARDS (both count from 0), SLURM_ARRAY_TASK_ID with SLURM_ARRAY_TASK_MIN and
// SLURM_ARRAY_TASK_COUNT, JOB_COMPLETION_INDEX (Kubernetes, from 0) with GCRUCIBLE_SHARDS, CI_NODE_INDEX with
// CI_NODE_TOTAL (GitLab, from 1).
FoundShard shard_of_environment();

// Lets the runner know that its variables are honoured: makes the file that TEST_SHARD_STATUS_FILE names,
// without which Bazel takes a part for the whole. What went wrong; empty where nothing did, or no file is
// named.
std::string acknowledge_shard();

}  // namespace gcrucible::campaign

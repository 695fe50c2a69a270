#include "harness/campaign/shard.h"

#include <array>
#include <cstdlib>
#include <string>

#include "harness/platform/process/environment.h"
#include "tests/support/catch.h"

namespace gcrucible::campaign {
namespace {

// Sets variables temporarily.
class Variables {
 public:
  void set(const std::string& name, const std::string& value) {
    platform::set_environment_variable(name, value);
    names_.push_back(name);
  }
  ~Variables() {
    for (const std::string& name : names_) platform::remove_environment_variable(name);
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace

TEST_CASE("Shard: each case belongs to exactly one part") {
  for (std::uint32_t count : {1u, 2u, 3u, 7u}) {
    for (std::uint64_t number = 0; number < 100; ++number) {
      int owners = 0;
      for (std::uint32_t index = 0; index < count; ++index)
        owners += Shard{.index = index, .count = count}.has(number);
      CHECK(owners == 1);
    }
  }
}

TEST_CASE("read_shard: parts are numbered from 1 and wrong text is refused") {
  CHECK(read_shard("1/1") == Shard{});
  CHECK(read_shard("3/8") == Shard{.index = 2, .count = 8});
  CHECK(read_shard("3/8")->text() == "3/8");
  for (const char* const wrong : {"", "1", "/", "0/3", "4/3", "1/0", "-1/3", "1/3x", "a/b", "1/99999999999"})
    CHECK(!read_shard(wrong));
}

TEST_CASE("shard_of_environment: the variables of CI runners select the part") {
  CHECK(!shard_of_environment()->shard);
  {
    Variables set;
    set.set("TEST_SHARD_INDEX", "0");
    CHECK(!shard_of_environment()->shard);
    CHECK(shard_of_environment()->hint.find("TEST_TOTAL_SHARDS is not") != std::string::npos);
    set.set("TEST_TOTAL_SHARDS", "4");
    CHECK(shard_of_environment()->shard == Shard{.index = 0, .count = 4});
  }
  {
    Variables set;
    set.set("SLURM_ARRAY_TASK_ID", "12");
    CHECK(shard_of_environment()->hint.find("SLURM_ARRAY_TASK_COUNT") != std::string::npos);
    set.set("SLURM_ARRAY_TASK_COUNT", "5");
    // Without the first number, the index of the part is unknown.
    CHECK(shard_of_environment().error().find("SLURM_ARRAY_TASK_MIN does not say") != std::string::npos);
    set.set("SLURM_ARRAY_TASK_MIN", "10");
    CHECK(shard_of_environment()->shard == Shard{.index = 2, .count = 5});
    set.set("SLURM_ARRAY_TASK_ID", "15");
    const auto wrong = shard_of_environment();
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().find("SLURM_ARRAY_TASK_ID") != std::string::npos);
    CHECK(wrong.error().find("--shard") != std::string::npos);
  }
  {
    Variables set;
    set.set("CI_NODE_INDEX", "1");
    set.set("CI_NODE_TOTAL", "2");
    CHECK(shard_of_environment()->shard == Shard{.index = 0, .count = 2});
  }
  {
    Variables set;
    set.set("JOB_COMPLETION_INDEX", "3");
    CHECK(shard_of_environment()->hint.find("GCRUCIBLE_SHARDS") != std::string::npos);
    set.set("GCRUCIBLE_SHARDS", "4");
    CHECK(shard_of_environment()->shard == Shard{.index = 3, .count = 4});
    set.set("GCRUCIBLE_SHARDS", "three");
    CHECK(!shard_of_environment().error().empty());
  }
  // A count alone is as incomplete as an index alone.
  for (const char* const count : {"TEST_TOTAL_SHARDS", "GTEST_TOTAL_SHARDS", "SLURM_ARRAY_TASK_COUNT",
                                  "GCRUCIBLE_SHARDS", "CI_NODE_TOTAL"}) {
    Variables set;
    set.set(count, "4");
    const FoundShard found = *shard_of_environment();
    INFO(count << ": " << found.hint);
    CHECK(!found.shard);
    CHECK(found.hint.starts_with(std::string(count) + " is set and "));
    CHECK(found.hint.find(" is not, so this is the whole campaign") != std::string::npos);
    // One part of one is the whole campaign. GitLab sets these values for every job.
    set.set(count, "1");
    CHECK(shard_of_environment()->hint.empty());
  }
}

}  // namespace gcrucible::campaign

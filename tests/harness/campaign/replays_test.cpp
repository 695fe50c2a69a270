#include "harness/campaign/replays.h"

#include <cstdint>

#include "tests/support/catch.h"

namespace gcrucible::campaign {
namespace {

const Cause kCause{.rule = "walks/heap", .detail = "EnumerateGCHeapObjects"};

// Shows the finding in the play with that number, from 1.
struct Player {
  std::uint32_t shown_in = 0;
  std::uint32_t plays = 0;

  Trial operator()() {
    Trial trial;
    if (++plays == shown_in) {
      Trouble trouble;
      trouble.cause = kCause;
      trial.troubles.push_back(trouble);
    }
    return trial;
  }
};

Replays replayed(Player& player, std::uint32_t most, bool is_over = false) {
  return play_until_shown(
      kCause, most, [&] { return player(); }, [is_over] { return is_over; });
}

TEST_CASE("play_until_shown: a finding that shows at once is played once") {
  Player player{.shown_in = 1};
  const Replays replays = replayed(player, 5);
  CHECK(replays.last.has(kCause));
  CHECK(replays.plays == 1);
  CHECK(player.plays == 1);
}

TEST_CASE("play_until_shown: plays until the finding shows or the limit is reached") {
  Player late{.shown_in = 4};
  const Replays shown = replayed(late, 5);
  CHECK(shown.last.has(kCause));
  CHECK(shown.plays == 4);
  Player never;
  CHECK_FALSE(replayed(never, 5).last.has(kCause));
  CHECK(never.plays == 5);
  Player stopped{.shown_in = 2};
  CHECK_FALSE(replayed(stopped, 5, true).last.has(kCause));
  CHECK(stopped.plays == 1);
}

}  // namespace
}  // namespace gcrucible::campaign

#include "harness/compare/order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace gcrucible::compare {
namespace {

using Calls = std::vector<ObservedCall>;
using Names = std::vector<std::string>;

constexpr const char* kOfHeaps = "reports of the heaps";
constexpr const char* kQueued = "FinalizeableObjectQueued";

std::set<std::uint32_t> threads_of_heaps(const Calls& calls) {
  std::set<std::uint32_t> threads;
  for (const ObservedCall& call : calls) {
    if (call.of_heap()) threads.insert(call.thread);
  }
  return threads;
}

// The names of the selected calls. Consecutive calls of one name count once, because the batch size is
// irrelevant.
template <typename Asked>
Names in_order(const Calls& calls, const Asked& asked) {
  Names names;
  for (const ObservedCall& call : calls) {
    if (!asked(call)) continue;
    // If large and small objects are reported together, one family may appear in one part of the report or in
    // two.
    const bool either = call.name == kEither || call.name == kEitherExact;
    if (either && std::find(names.begin(), names.end(), call.name) != names.end()) continue;
    if (names.empty() || names.back() != call.name) names.push_back(call.name);
  }
  return names;
}

Names with_heaps_as_one(const Calls& calls) {
  Names names;
  for (const ObservedCall& call : calls) {
    const std::string name = call.of_heap() ? kOfHeaps : call.name;
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

// The objects that a thread reports: each once as queued and once as part of a range.
using Contents = std::set<std::pair<bool, std::string>>;

// Empty if two threads report the same objects.
std::optional<std::map<Contents, std::uint32_t>> heaps_of(const Calls& calls) {
  std::map<std::uint32_t, Contents> contents;
  for (const ObservedCall& call : calls) {
    for (const std::string& object : call.objects)
      contents[call.thread].emplace(call.name == kQueued, object);
  }
  std::map<Contents, std::uint32_t> heaps;
  for (auto& [thread, held] : contents) {
    if (!heaps.emplace(std::move(held), thread).second) return std::nullopt;
  }
  return heaps;
}

bool hold_the_same(const std::map<Contents, std::uint32_t>& a, const std::map<Contents, std::uint32_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& one, const auto& other) { return one.first == other.first; });
}

Names reported_by(const Calls& calls, std::uint32_t heap) {
  return in_order(calls, [&](const ObservedCall& call) { return !call.of_heap() || call.thread == heap; });
}

// For each object, the indices of the calls that concern it.
std::map<std::string, std::vector<std::size_t>> by_object(const Calls& calls) {
  std::map<std::string, std::vector<std::size_t>> found;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    for (const std::string& object : calls[i].objects) found[object].push_back(i);
  }
  return found;
}

// The names of the calls about an object. Their order is meaningless if several threads made them.
Names reported_of(const Calls& calls, const std::vector<std::size_t>& about) {
  Names names;
  for (const std::size_t each : about) {
    if (names.empty() || names.back() != calls[each].name) names.push_back(calls[each].name);
  }
  return names;
}

bool on_one_thread(const Calls& calls, const std::vector<std::size_t>& about) {
  return std::all_of(about.begin(), about.end(),
                     [&](std::size_t each) { return calls[each].thread == calls[about.front()].thread; });
}

void compare_objects(const Calls& a, const Calls& b, std::vector<Order>& found) {
  const auto in_a = by_object(a), in_b = by_object(b);
  std::set<std::string> objects;
  for (const auto& [object, about] : in_a) objects.insert(object);
  for (const auto& [object, about] : in_b) objects.insert(object);
  static const std::vector<std::size_t> kNone;
  for (const std::string& object : objects) {
    const auto one = in_a.find(object), other = in_b.find(object);
    const std::vector<std::size_t>& about_a = one == in_a.end() ? kNone : one->second;
    const std::vector<std::size_t>& about_b = other == in_b.end() ? kNone : other->second;
    Names of_a = reported_of(a, about_a), of_b = reported_of(b, about_b);
    if (!on_one_thread(a, about_a) || !on_one_thread(b, about_b)) {
      std::sort(of_a.begin(), of_a.end());
      std::sort(of_b.begin(), of_b.end());
    }
    if (of_a != of_b) found.push_back({object + ": callbacks of its heap", std::move(of_a), std::move(of_b)});
  }
}

// The queued objects by thread; a prefix marks the first object of each further thread.
Names by_thread(const std::vector<Queued>& queue) {
  std::map<std::uint32_t, Names> threads;
  for (const Queued& each : queue) threads[each.thread].push_back(each.object);
  std::vector<Names> heaps;
  for (auto& [thread, names] : threads) heaps.push_back(std::move(names));
  std::sort(heaps.begin(), heaps.end());
  Names all;
  for (Names& names : heaps) {
    if (!all.empty()) names.front() = "on another heap " + names.front();
    all.insert(all.end(), names.begin(), names.end());
  }
  return all;
}

// Position and thread of each entry, keyed by the object and its number of earlier occurrences.
using Turns = std::map<std::pair<std::string, std::size_t>, std::pair<std::size_t, std::uint32_t>>;

Turns turns_of(const std::vector<Queued>& queue) {
  Turns turns;
  std::map<std::string, std::size_t> times;
  for (std::size_t i = 0; i < queue.size(); ++i)
    turns[{queue[i].object, times[queue[i].object]++}] = {i, queue[i].thread};
  return turns;
}

bool same_queue(const std::vector<Queued>& a, const std::vector<Queued>& b) {
  const Turns in_a = turns_of(a), in_b = turns_of(b);
  if (in_a.size() != in_b.size()) return false;
  // Positions in a and in b, grouped by the pair of threads.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::size_t, std::size_t>> together;
  for (const auto& [each, in_one] : in_a) {
    const auto other = in_b.find(each);
    if (other == in_b.end()) return false;
    together[{in_one.second, other->second.second}][in_one.first] = other->second.first;
  }
  return std::all_of(together.begin(), together.end(), [](const auto& heap) {
    return std::is_sorted(heap.second.begin(), heap.second.end(),
                          [](const auto& one, const auto& next) { return one.second < next.second; });
  });
}

}  // namespace

std::vector<Order> differences_of_calls(const Calls& a, const Calls& b) {
  std::vector<Order> found;
  const auto compare = [&](std::string what, Names of_a, Names of_b) {
    if (of_a != of_b) found.push_back({std::move(what), std::move(of_a), std::move(of_b)});
  };
  if (threads_of_heaps(a).size() <= 1 && threads_of_heaps(b).size() <= 1) {
    const auto all = [](const ObservedCall&) { return true; };
    compare("callbacks in order", in_order(a, all), in_order(b, all));
    return found;
  }
  compare("callbacks in order", with_heaps_as_one(a), with_heaps_as_one(b));
  const auto heaps_of_a = heaps_of(a), heaps_of_b = heaps_of(b);
  if (!heaps_of_a || !heaps_of_b || !hold_the_same(*heaps_of_a, *heaps_of_b)) {
    compare_objects(a, b, found);
    return found;
  }
  // A difference between the common calls is reported once, not again for each heap.
  if (!found.empty()) return found;
  for (const auto& [contents, heap] : *heaps_of_a)
    compare("callbacks in order, with those of the heap of " + contents.begin()->second, reported_by(a, heap),
            reported_by(b, heaps_of_b->at(contents)));
  return found;
}

std::optional<Order> difference_of_queues(const std::vector<Queued>& a, const std::vector<Queued>& b) {
  if (same_queue(a, b)) return std::nullopt;
  return Order{"queued for finalization", by_thread(a), by_thread(b)};
}

}  // namespace gcrucible::compare

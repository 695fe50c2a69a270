#include "harness/host/probe_client.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/abi/hresults.h"
#include "harness/platform/crash/exception_text.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::host {

namespace {

constexpr int kThrewStatus = 3;

struct Object {
  std::uint64_t id;
  std::uint64_t size;
  std::uint64_t type;
  std::int32_t generation;
};

struct Total {
  std::uint64_t type;
  std::int32_t generation;
  std::uint64_t objects;
  std::uint64_t bytes;
};

struct FunctionTotal {
  std::uint64_t function;
  std::uint64_t objects;
  std::uint64_t bytes;
};

struct Sampling {
  std::uint32_t method;
  std::uint64_t interval;
  std::uint32_t confidence;
};

// Numbers in thousandths, as the trace has them.
struct Estimate {
  std::uint32_t of;
  std::uint64_t id;
  std::int32_t generation;
  std::uint64_t objects;
  std::uint64_t bytes;
};

struct Bounds {
  std::uint32_t of;
  std::uint64_t id;
  std::int32_t generation;
  std::uint64_t low;
  std::uint64_t high;
};

constexpr std::uint32_t kMostEstimated = GCRUCIBLE_ESTIMATED_INCLUSIVE;
constexpr std::uint32_t kMostMethod = GCRUCIBLE_SAMPLES_OBJECTS;
constexpr std::uint32_t kWholeConfidence = 1000;
// For negative totals, and for those that are no numbers or too large for memory.
constexpr std::uint64_t kImpossible = ~std::uint64_t{0};
constexpr double kMostBytes = 0x1p53;

std::uint64_t thousandths(double value) {
  // Not a number is not below anything.
  if (!(value >= 0 && value < kMostBytes)) return kImpossible;
  return static_cast<std::uint64_t>(std::llround(value * 1000));
}

struct Answer {
  std::vector<Object> objects;
  std::array<std::vector<Total>, 3> totals;
  std::array<std::vector<FunctionTotal>, 2> functions;
  std::optional<Sampling> sampling;
  std::vector<Estimate> estimates;
  std::array<std::vector<Bounds>, 2> bounds;  // by measure
  bool cut = false;
  bool misread = false;  // a call passed what this question did not contain, or the question was changed

  template <typename Row>
  void add(std::vector<Row>& rows, const Row& row) {
    if (rows.size() < kMostProbed) {
      rows.push_back(row);
    } else {
      cut = true;
    }
  }
};

// The answer to the current question; null between questions. Static, because the profiler calls the
// functions below with a pointer that may be anything: authors in other languages copy the structure by hand.
// The mutex is for profilers that answer from several threads at once.
std::mutex asked_mutex;
Answer* asked = nullptr;

void set_asked(Answer* answer) {
  const std::scoped_lock lock(asked_mutex);
  asked = answer;
}

// Calls `take` if the profiler passes the pointer of its question.
template <typename Take>
void answer_by(const void* answer, Take&& take) {
  const std::scoped_lock lock(asked_mutex);
  if (asked == nullptr) return;
  if (answer == asked) {
    take(*asked);
  } else {
    asked->misread = true;
  }
}

extern "C" void take_object(void* answer, std::uint64_t id, std::uint64_t size, std::uint64_t type,
                            std::int32_t generation) {
  answer_by(answer, [&](Answer& to) { to.add(to.objects, Object{id, size, type, generation}); });
}

extern "C" void take_total(void* answer, std::uint32_t of, std::uint64_t type, std::int32_t generation,
                           std::uint64_t objects, std::uint64_t bytes) {
  answer_by(answer, [&](Answer& to) {
    if (of < to.totals.size()) {
      to.add(to.totals[of], Total{type, generation, objects, bytes});
    } else {
      to.misread = true;
    }
  });
}

extern "C" void take_function_total(void* answer, std::uint32_t of, std::uint64_t function,
                                    std::uint64_t objects, std::uint64_t bytes) {
  answer_by(answer, [&](Answer& to) {
    if (of < to.functions.size()) {
      to.add(to.functions[of], FunctionTotal{function, objects, bytes});
    } else {
      to.misread = true;
    }
  });
}

extern "C" void take_sampling(void* answer, std::uint32_t method, std::uint64_t interval,
                              std::uint32_t confidence) {
  answer_by(answer, [&](Answer& to) {
    to.misread |= method > kMostMethod || interval == 0 || confidence >= kWholeConfidence;
    to.sampling = Sampling{method, interval, confidence};
  });
}

extern "C" void take_estimate(void* answer, std::uint32_t of, std::uint64_t id, std::int32_t generation,
                              double objects, double bytes) {
  answer_by(answer, [&](Answer& to) {
    to.misread |= of > kMostEstimated;
    to.add(to.estimates, Estimate{of, id, generation, thousandths(objects), thousandths(bytes)});
  });
}

// Bounds may be wider than anything possible.
extern "C" void take_bounds(void* answer, std::uint32_t of, std::uint64_t id, std::int32_t generation,
                            std::uint32_t measure, double low, double high) {
  answer_by(answer, [&](Answer& to) {
    to.misread |= of > kMostEstimated || measure >= to.bounds.size();
    if (to.misread) return;
    const auto possible = [](double bound) {
      return thousandths(std::isnan(bound) ? bound : std::clamp(bound, 0.0, kMostBytes - 1));
    };
    to.add(to.bounds[measure], Bounds{of, id, generation, possible(low), possible(high)});
  });
}

template <typename Row, typename Member>
trace::Column column(const std::vector<Row>& rows, const Member Row::*member, bool is_id = false) {
  using Type = trace::Column::Type;
  const auto* const first = reinterpret_cast<const Member*>(rows.empty() ? nullptr : &(rows[0].*member));
  return {.data = first,
          .type = std::is_signed_v<Member>                  ? Type::kI32
                  : sizeof(Member) == sizeof(std::uint32_t) ? Type::kU32
                                                            : Type::kU64,
          .stride = sizeof(Row),
          .is_id = is_id};
}

trace::Value table_of(const std::vector<Object>& rows) {
  return trace::table_of(rows.size(), column(rows, &Object::id, true), column(rows, &Object::size),
                         column(rows, &Object::type, true), column(rows, &Object::generation));
}

trace::Value table_of(const std::vector<Total>& rows) {
  return trace::table_of(rows.size(), column(rows, &Total::type, true), column(rows, &Total::generation),
                         column(rows, &Total::objects), column(rows, &Total::bytes));
}

trace::Value table_of(const std::vector<FunctionTotal>& rows) {
  return trace::table_of(rows.size(), column(rows, &FunctionTotal::function, true),
                         column(rows, &FunctionTotal::objects), column(rows, &FunctionTotal::bytes));
}

trace::Value table_of(const std::vector<Sampling>& rows) {
  return trace::table_of(rows.size(), column(rows, &Sampling::method), column(rows, &Sampling::interval),
                         column(rows, &Sampling::confidence));
}

trace::Value table_of(const std::vector<Estimate>& rows) {
  return trace::table_of(rows.size(), column(rows, &Estimate::of), column(rows, &Estimate::id, true),
                         column(rows, &Estimate::generation), column(rows, &Estimate::objects),
                         column(rows, &Estimate::bytes));
}

trace::Value table_of(const std::vector<Bounds>& rows) {
  return trace::table_of(rows.size(), column(rows, &Bounds::of), column(rows, &Bounds::id, true),
                         column(rows, &Bounds::generation), column(rows, &Bounds::low),
                         column(rows, &Bounds::high));
}

// Totals of functions and estimates have keys only where a profiler keeps any.
void write_answer(trace::Journal& journal, std::uint64_t entry, std::int32_t result, std::uint32_t knows,
                  const Answer& answer) {
  std::vector fields{trace::Field{"knows", trace::number(knows)},
                     trace::Field{"cut", trace::boolean(answer.cut)},
                     trace::Field{"objects", table_of(answer.objects)},
                     trace::Field{"allocated", table_of(answer.totals[GCRUCIBLE_ALLOCATED])},
                     trace::Field{"alive", table_of(answer.totals[GCRUCIBLE_ALIVE])},
                     trace::Field{"reclaimed", table_of(answer.totals[GCRUCIBLE_RECLAIMED])}};
  const auto& [exclusive, inclusive] = answer.functions;
  if (!exclusive.empty()) fields.push_back({"exclusive", table_of(exclusive)});
  if (!inclusive.empty()) fields.push_back({"inclusive", table_of(inclusive)});
  std::vector<Sampling> sampling;
  if (answer.sampling) sampling.push_back(*answer.sampling);
  if (!sampling.empty()) fields.push_back({"sampling", table_of(sampling)});
  if (!answer.estimates.empty()) fields.push_back({"estimates", table_of(answer.estimates)});
  const auto& [of_objects, of_bytes] = answer.bounds;
  if (!of_objects.empty()) fields.push_back({"object_bounds", table_of(of_objects)});
  if (!of_bytes.empty()) fields.push_back({"byte_bounds", table_of(of_bytes)});
  journal.returned(entry, result, {}, fields);
}

// Whether the profiler changed anything but `knows`. It then has another layout of the structure.
bool is_changed(gcrucible_question question, const gcrucible_question& as_asked) {
  question.knows = as_asked.knows;
  return std::memcmp(&question, &as_asked, sizeof question) != 0;
}

void ask(trace::Journal& journal, protocol::ControlBlock& control, gcrucible_probe_function probe,
         gcrucible_moment moment, std::uint32_t collection) {
  Answer answer;
  gcrucible_question question{.bytes = sizeof(gcrucible_question),
                              .version = GCRUCIBLE_PROBE_VERSION,
                              .moment = static_cast<std::uint32_t>(moment),
                              .knows = GCRUCIBLE_KNOWS_SOME,
                              .answer = &answer,
                              .object = take_object,
                              .total = take_total,
                              .function_total = take_function_total,
                              .sampling = take_sampling,
                              .estimate = take_estimate,
                              .estimate_bounds = take_bounds};
  const gcrucible_question as_asked = question;
  const char* const word = moment == GCRUCIBLE_AFTER_COLLECTION ? "collection" : "shutdown";
  const std::uint64_t entry =
      journal.probe(word, std::array{trace::Field{"collection", trace::number(collection)}});
  set_asked(&answer);
  control.probing = 1;
  std::int32_t result = 0;
  try {
    result = probe(&question);
  } catch (...) {
    control.say(platform::text_of_caught_exception());
    control.threw.store(1, std::memory_order_release);
    std::_Exit(kThrewStatus);
  }
  control.probing = 0;
  control.made_progress();
  // A profiler may keep `answer` and use it later, from a thread of its own.
  set_asked(nullptr);
  // Numbers that were read by another layout mean nothing.
  answer.misread |= is_changed(question, as_asked);
  if (answer.misread && result == 0) result = abi::E_INVALIDARG;
  write_answer(journal, entry, result, question.knows, answer);
}

}  // namespace

void ask_probe(clr::Clr& clr, protocol::ControlBlock& control, gcrucible_probe_function probe,
               gcrucible_moment moment, std::uint32_t collection) {
  trace::Journal* const journal = clr.journal();
  if (journal == nullptr || probe == nullptr) return;
  clr.threads().run_on_native([&] {
    // The probe may wait for a thread of the profiler that calls the runtime.
    clr.world().open();
    ask(*journal, control, probe, moment, collection);
    clr.world().close();
  });
}

}  // namespace gcrucible::host

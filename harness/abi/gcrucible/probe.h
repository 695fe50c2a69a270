// The probe: a profiler's own view of the heap, for the harness. C99 or any C++; needs no other file of
// gcrucible.
//
// If a profiler library exports gcrucible_probe, the harness calls it to query two things: the objects that
// the profiler believes alive, and the profiler's counts. gcrucible compares the answers with the simulated
// heap. A finding names the wrong object and the misunderstood callback. Without a probe, gcrucible sees only
// the profiler's calls. A library without a probe is tested too. Outside gcrucible, the function is never
// called. A complete probe:
//
//   int32_t gcrucible_probe(struct gcrucible_question *q) {
//     lock();
//     q->knows = GCRUCIBLE_KNOWS_ALLOCATED;
//     for (entry *e = first; e; e = e->next)
//       q->object(q->answer, e->id, e->size, e->class_id, e->generation);
//     unlock();
//     return 0;
//   }
//
// When: after each collection of the program that reported its ranges, once the runtime has resumed; and once
// before Shutdown. At that time no callback is running. No object is created or moved until the probe
// returns.
// Thread: a thread of the runtime without a managed thread. Answer from your own tables. Call no Info method
// with an ObjectID.
// Failures: a crash, an exception or an endless wait in the probe is a finding, as in a callback.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define GCRUCIBLE_PROBE_EXPORT __declspec(dllexport)
#else
#define GCRUCIBLE_PROBE_EXPORT __attribute__((visibility("default")))
#endif

#define GCRUCIBLE_PROBE_VERSION 3

// For values that are not known or not kept. Only known values are compared.
#define GCRUCIBLE_UNKNOWN_SIZE ((uint64_t)0)
#define GCRUCIBLE_UNKNOWN_CLASS ((uint64_t)0)
#define GCRUCIBLE_UNKNOWN_GENERATION ((int32_t)-1)
// In totals: the sum of all classes or generations.
#define GCRUCIBLE_ALL_CLASSES ((uint64_t)0)
#define GCRUCIBLE_ALL_GENERATIONS ((int32_t)-1)

// The reason for the call.
enum gcrucible_moment { GCRUCIBLE_AFTER_COLLECTION = 0, GCRUCIBLE_BEFORE_SHUTDOWN = 1 };

// `knows`: the sets of living objects that the answers contain completely. A profiler that keeps only a
// sample claims none, and then no object counts as missing. Totals are compared even then.
enum gcrucible_knows {
  GCRUCIBLE_KNOWS_SOME = 0,
  GCRUCIBLE_KNOWS_ALLOCATED = 1,  // all objects that ObjectAllocated announced
  GCRUCIBLE_KNOWS_REPORTED = 2,   // all objects that the last collection reported by ObjectReferences
  GCRUCIBLE_KNOWS_ALL = 4,        // all living objects, except frozen ones
  // Not about objects: all three totals are kept for every class. A class without a call has zero.
  GCRUCIBLE_KNOWS_TOTALS = 8,
  // Likewise: both totals of functions are kept for every function.
  GCRUCIBLE_KNOWS_FUNCTIONS = 16
  // Both are about estimates instead, if the profiler calls `sampling`.
};

// The meaning of a total.
enum gcrucible_total {
  GCRUCIBLE_ALLOCATED = 0,  // objects announced by ObjectAllocated; their generation is ignored
  GCRUCIBLE_ALIVE = 1,      // announced objects that are believed alive, by current generation
  GCRUCIBLE_RECLAIMED = 2   // objects found dead so far, by their generation at death
};

// The meaning of a function's total. Counted are objects that ObjectAllocated has announced, by the stack of
// its thread at that time, without native frames. An allocation without a managed frame has no function.
enum gcrucible_function_total {
  GCRUCIBLE_EXCLUSIVE = 0,  // allocated while the function was the innermost one
  GCRUCIBLE_INCLUSIVE = 1   // while it was anywhere on the stack; once, however many frames it had there
};

// How the objects are chosen from which a profiler estimates its totals. Choices must be independent of each
// other, also between processes. Seed a generator differently in each, for example with the number in this
// environment variable. It depends on the case alone, so the same campaign repeats exactly.
#define GCRUCIBLE_SEED_VARIABLE "GCRUCIBLE_SEED"
enum gcrucible_sampling {
  // Each byte is chosen with the chance 1 / interval. An object is a sample if one of its bytes is chosen.
  GCRUCIBLE_SAMPLES_BYTES = 0,
  // Each object is a sample with the chance 1 / interval.
  GCRUCIBLE_SAMPLES_OBJECTS = 1
};

// The meaning of an estimate: that of gcrucible_total, or of gcrucible_function_total.
enum gcrucible_estimate {
  GCRUCIBLE_ESTIMATED_ALLOCATED = 0,
  GCRUCIBLE_ESTIMATED_ALIVE = 1,
  GCRUCIBLE_ESTIMATED_RECLAIMED = 2,
  GCRUCIBLE_ESTIMATED_EXCLUSIVE = 3,
  GCRUCIBLE_ESTIMATED_INCLUSIVE = 4
};

enum gcrucible_measure { GCRUCIBLE_OBJECTS = 0, GCRUCIBLE_BYTES = 1 };

// Created by the harness, and valid until gcrucible_probe returns. Later versions append members. `bytes`
// shows how many exist. A profiler changes only `knows`. If anything else has changed, it reads the structure
// by another layout, and its answer does not count.
struct gcrucible_question {
  uint32_t bytes;    // sizeof this structure in the harness
  uint32_t version;  // GCRUCIBLE_PROBE_VERSION of the harness
  uint32_t moment;   // enum gcrucible_moment
  uint32_t knows;    // set by the profiler: a sum of gcrucible_knows
  void* answer;      // to pass to the functions below
  // Call it for each object that is believed alive, in any order. Arguments: its ObjectID, its size as in
  // GetObjectSize, its ClassID, its generation as in COR_PRF_GC_GENERATION.
  void (*object)(void* answer, uint64_t id, uint64_t size, uint64_t class_id, int32_t generation);
  // Call it for each total that is kept since Initialize. `of` is an enum gcrucible_total.
  // Totals of several generations of one class are added if less detail is known. A class without a call
  // counts as not kept. But it counts as zero if other classes have a call, or if `knows` has
  // GCRUCIBLE_KNOWS_TOTALS. Bytes count as not kept if all totals of that kind have 0 bytes.
  void (*total)(void* answer, uint32_t of, uint64_t class_id, int32_t generation, uint64_t objects,
                uint64_t bytes);
  // Since version 2, so compare `bytes` before a call. Call it for each total of a function that is kept
  // since Initialize. `of` is an enum gcrucible_function_total. A function without a call counts as not kept.
  // But it counts as zero if other functions have a call of that kind, or if `knows` has
  // GCRUCIBLE_KNOWS_FUNCTIONS. Bytes count as not kept if all totals of that kind have 0 bytes.
  void (*function_total)(void* answer, uint32_t of, uint64_t function_id, uint64_t objects, uint64_t bytes);
  // The next three exist since version 3. Call `sampling` in every answer of a profiler that estimates, even
  // if it has no sample yet. `method` is an enum gcrucible_sampling. `confidence` is that of the bounds
  // below, in thousandths: 950 for 95 %; 0 if there are none. Method and interval never change.
  void (*sampling)(void* answer, uint32_t method, uint64_t interval, uint32_t confidence);
  // Call it for each estimated total. `of` is an enum gcrucible_estimate, `id` a ClassID or a FunctionID. An
  // estimate need not be a whole number. A class or function without a call has the estimate 0 if `knows` has
  // GCRUCIBLE_KNOWS_TOTALS or GCRUCIBLE_KNOWS_FUNCTIONS. Otherwise no estimate of that kind is judged.
  void (*estimate)(void* answer, uint32_t of, uint64_t id, int32_t generation, double objects, double bytes);
  // Call it for each total that has bounds. The true total lies between them with the stated confidence.
  // `measure` is an enum gcrucible_measure.
  void (*estimate_bounds)(void* answer, uint32_t of, uint64_t id, int32_t generation, uint32_t measure,
                          double low, double high);
};

// Returns 0 if it has answered. Any other value means that there is no answer now: nothing is compared.
GCRUCIBLE_PROBE_EXPORT int32_t gcrucible_probe(struct gcrucible_question* question);

typedef int32_t (*gcrucible_probe_function)(struct gcrucible_question* question);

#ifdef __cplusplus
}
#endif

// What a profiler may tell the harness of itself. C99 or any C++; needs no other file of gcrucible's.
//
// A profiler library that exports gcrucible_probe is asked through it which objects it believes alive, and
// what it has counted. gcrucible compares the answers with the simulated heap and names the object and the
// callback that were misunderstood; without the probe it sees only what the profiler calls. Outside gcrucible
// nobody calls it, and a library without it is tested all the same. A whole one:
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
// When: after each collection of the program's that told its ranges, once the runtime runs again; and once
// before Shutdown. No callback is under way then and no object is made or moved until it returns. On a thread
// of the runtime's that is no managed thread: answer from your own tables, and call no Info method with an
// ObjectID. A crash, an exception or a wait without end in it is a finding, like one in a callback.
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

#define GCRUCIBLE_PROBE_VERSION 1

// What is not known or not kept. Only what is known is compared.
#define GCRUCIBLE_UNKNOWN_SIZE ((uint64_t)0)
#define GCRUCIBLE_UNKNOWN_CLASS ((uint64_t)0)
#define GCRUCIBLE_UNKNOWN_GENERATION ((int32_t)-1)
// In totals: all together.
#define GCRUCIBLE_ALL_CLASSES ((uint64_t)0)
#define GCRUCIBLE_ALL_GENERATIONS ((int32_t)-1)

// Why it is asked.
enum gcrucible_moment { GCRUCIBLE_AFTER_COLLECTION = 0, GCRUCIBLE_BEFORE_SHUTDOWN = 1 };

// `knows`: which living objects are all among the answers. A profiler that keeps a sample only claims
// nothing, and then no object counts as missing. Totals are compared whatever is claimed of objects.
enum gcrucible_knows {
  GCRUCIBLE_KNOWS_SOME = 0,
  GCRUCIBLE_KNOWS_ALLOCATED = 1,  // those that ObjectAllocated has told it of
  GCRUCIBLE_KNOWS_REPORTED = 2,   // those that the last collection told by ObjectReferences
  GCRUCIBLE_KNOWS_ALL = 4,        // all there are, frozen ones apart
  // Not of objects: all three totals are kept of every class, and one without a call is nothing.
  GCRUCIBLE_KNOWS_TOTALS = 8
};

// What a total counts.
enum gcrucible_total {
  GCRUCIBLE_ALLOCATED = 0,  // objects whose ObjectAllocated came; their generation is not asked for
  GCRUCIBLE_ALIVE = 1,      // of the objects told, those believed alive, by their generation now
  GCRUCIBLE_RECLAIMED = 2   // found dead so far, by the generation that they were in when they died
};

// The harness makes it; it is valid until gcrucible_probe returns. Later versions add members behind these,
// and `bytes` says how many there are.
struct gcrucible_question {
  uint32_t bytes;    // sizeof this structure, as the harness knows it
  uint32_t version;  // GCRUCIBLE_PROBE_VERSION of the harness
  uint32_t moment;   // enum gcrucible_moment
  uint32_t knows;    // to be set: gcrucible_knows, added up
  void* answer;      // for the functions below
  // To be called for each object that is believed alive: its ObjectID, its size as GetObjectSize gives it,
  // its ClassID, its generation as COR_PRF_GC_GENERATION numbers it. In any order.
  void (*object)(void* answer, uint64_t id, uint64_t size, uint64_t class_id, int32_t generation);
  // To be called for each total that is kept, from Initialize on: `of` is an enum gcrucible_total. Totals of
  // several generations of one class are added up where less is known. A class without a call counts as not
  // kept unless other classes have one, or GCRUCIBLE_KNOWS_TOTALS is among `knows`. Bytes count as not kept
  // where all totals of that kind have 0.
  void (*total)(void* answer, uint32_t of, uint64_t class_id, int32_t generation, uint64_t objects,
                uint64_t bytes);
};

// Returns 0 if it has answered. Anything else says that there is no answer now: nothing is compared.
GCRUCIBLE_PROBE_EXPORT int32_t gcrucible_probe(struct gcrucible_question* question);

typedef int32_t (*gcrucible_probe_function)(struct gcrucible_question* question);

#ifdef __cplusplus
}
#endif

/* A probe written in C, for users without C++. */
#include "harness/abi/gcrucible/probe.h"

static const uint64_t ids[] = {16, 40};

int32_t gcrucible_probe(struct gcrucible_question* question) {
  unsigned i;
  if (question->version < GCRUCIBLE_PROBE_VERSION || question->bytes < sizeof *question) return 1;
  question->knows = GCRUCIBLE_KNOWS_ALLOCATED | GCRUCIBLE_KNOWS_TOTALS;
  for (i = 0; i < sizeof ids / sizeof ids[0]; ++i)
    question->object(question->answer, ids[i], GCRUCIBLE_UNKNOWN_SIZE, GCRUCIBLE_UNKNOWN_CLASS,
                     GCRUCIBLE_UNKNOWN_GENERATION);
  question->total(question->answer, GCRUCIBLE_ALIVE, GCRUCIBLE_ALL_CLASSES, GCRUCIBLE_ALL_GENERATIONS, 2, 48);
  return question->moment == GCRUCIBLE_BEFORE_SHUTDOWN ? 0 : 1;
}

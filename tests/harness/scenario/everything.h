// A scenario that uses every key of the language, for the tests of parser, schema and documentation.
#pragma once

#include <string_view>

namespace gcrucible::tests {

inline constexpr std::string_view kEverything = R"yaml(
scenario: Everything that can be said
about: Used by the tests.
runtime:
  {like: net10, named: net10.5, report: {batch-limit: 4, generations: 4}, heap: {large-at-threshold: false}}
seed: 0x10
heap:
  backing: memory
  destination: slide
  alignment: 16
  loh-threshold: 4 KiB
  range-length: {0: 1MiB, loh: 8 MiB}
  quarantine: 2
  slide: 0x10000
  spacing: 1 MiB
  finalizers: on-demand
  server: false
observe: "file:out.txt"
failing-calls:
  - {call: GetClassIDInfo2, which: 3}
  - {call: CreateHandle}
profiler:
  library: ../bin/recorder.so
  clsid: "{12345678-0000-0000-0000-000000000000}"
  env: {GCRUCIBLE_TRACE: out.jsonl, LEVEL: 3}
  load: attach
  load-anyway: true
process: {exit: normal}
assemblies: {Passing: {collectible: true}, Later: {collectible: true, in-place-of: Passing}}
types:
  Derived: {parent: Base, fields: {extra: ref, flag: bool}}
  Base: {fields: {count: int32, left: Derived, right: ref, names: "string[]"}}
  Closer: {finalizer: true, fields: {next: ref}}
  Critical: {finalizer: critical, fields: {at: {type: int64, offset: 16}}}
  Grid: {array: double, rank: 2}
  Names: {array: string}
  Padded: {size: 64, assembly: Padding, methods: [Grow, Shrink]}
  Pair: {value: true, fields: {one: ref, other: Base}}
threads: [main, {id: worker, name: .NET Worker}, third]
functions: {Program.Main: Base, Program.Other: null}
report:
  calls:
    - omit: {call: ThreadCreated, which: 1}
    - hold: {call: HandleCreated, until: HandleDestroyed, until-which: 0}
  say:
    - {call: ClassLoadStarted, class: Base, after: ObjectAllocated, which: all, by: worker}
objects:
  - {id: old, type: Base, generation: 2, left: young}
  - {id: young, type: Derived, generation: 1}
roots:
  - old
  - {id: slot, object: young, kind: stack, thread: main, function: Program.Main, pinned: true, interior: 8}
handles:
  - {id: keep, kind: strong, object: old}
steps:
  - allocate: {id: a, type: Base, left: young, fields: {right: old}, thread: main}
  - allocate: {id: nodes, type: Base, count: 10, graph: random-tree, live-every: 2, graph-seed: 7}
  - allocate: {id: names, type: Names, elements: [null, null]}
  - allocate: {id: text, type: String, length: 3, sampled: true}
  - allocate: {id: grid, type: Grid, length: [2, 3], lower-bounds: [1, 0]}
  - allocate: {id: pinned, type: "byte[]", length: 24, generation: poh}
  - allocate: {id: many, type: "ref[]", count: 2, length: 5, announced: false}
  - allocate: {id: closer, type: Closer, next: a}
  - allocate: {id: critical, type: Critical}
  - store: {a.left: young, "nodes[3].right": a, "names[1]": text, "many[1][4]": a, a.right: null}
  - root: {id: static, object: text, kind: static}
  - root: grid
  - set-root: {static: names, slot: null}
  - unroot: grid
  - handle: {id: weak, kind: weak, object: a}
  - handle: {id: pair, kind: dependent, key: a, value: text}
  - handle: {id: counted, kind: ref-counted, object: a, count: 2}
  - set-handle: {weak: null, counted: {object: names, count: 0}}
  - start-thread: [worker, third]
  - suspend: rejit
  - suspend:
      {reason: other, thread: worker, liberties: 3, aborted: 0, threads: {main: late}, resumed-by: third}
  - call: Program.Main
  - call: [Program.Other, native]
  - call: {functions: [Program.Other], times: 2, thread: worker}
  - call: {functions: Program.Main, tail: true, thread: worker}
  - return: 2
  - return: {times: 1, thread: worker}
  - allocate: {id: framed, type: Base, at: [Program.Main, native, Program.Other]}
  - throw: {object: a, frames: [Program.Other], catcher: Program.Main, filters: Program.Main,
            finally: [Program.Other], leaves-finally: false, thread: worker}
  - catch: worker
  - compile: {function: Program.Main, thread: third, safe-to-block: true}
  - say: {call: ThreadNameChanged, thread: worker, name: Renamed, by: third}
  - ask: {call: GetObjectSize2, in: ObjectAllocated, answer: {hr: E_FAIL, out: [same, 3], visited: [a]},
          object: a, expect: {hr: S_OK, out: [56]}}
  - await: {call: ForceGC, times: 2}
  - attach: {client-data: [1, 255], expect: E_FAIL, result: 0x80131368}
  - suppress-finalizer: closer
  - register-finalizer: [closer]
  - collect:
      generation: 2
      compact: [0, 1, loh]
      sweep: 2
      destination: fresh
      reason: other
      pinned: demote
      promote: false
      provisional: false
      thread: worker
      attach: {before: dependent-handles, client-data: hello}
      report:
        batch: 3
        splits: [1, 0, 2]
        shuffle: 9
        order: [roots, object-references]
        mix: 0
        liberties: 0
        suspension: {aborted: 1, threads: {main: stopped, third: never}, resumed-by: third}
        roots: {splits: [2, 0], shuffle: 5, pairs: 3}
        dependent-handles: {splits: [1], shuffle: 6}
        allocated-by-class: {splits: [1], shuffle: 7}
        finalizable-queued: {shuffle: 8}
        object-references: {shuffle: 9}
        edits:
          - replace: [{moved: [10, 8, 2]}, {surviving: [20, 4]}]
          - drop: 1
          - repeat: 2
          - change: {range: 0, to: {moved: [1, 2, 3]}}
          - other-family: 3
          - both-families: 4
          - generations: [true, false]
          - legacy-first
          - legacy-only
          - legacy-despite-failure
          - exact-legacy-length
          - omit-started
          - omit-finished
          - started-twice
          - finished-twice
          - ranges-before-started
          - ranges-after-finished
          - wrong-reason
          - references-after-error
        entries:
          - {in: roots, drop: 1, variant: older}
          - {in: roots, repeat: 2}
          - {in: roots, add: {object: a, kind: stack, flags: pinning weak, id: weak}}
          - {in: allocated-by-class, change: {entry: 0, count: +1}}
          - {in: object-references, old-addresses: true}
          - {in: finalizable-queued, new-addresses: 0}
          - {in: dependent-handles, change: {entry: all, value: null}}
        calls:
          - omit: RootReferences
          - twice: {call: ObjectReferences, which: all}
          - before: {call: RootReferences, place: RootReferences2, place-which: 1}
          - after: {call: HandleCreated, place: GarbageCollectionFinished}
          - with: {call: MovedReferences2, ranges: [[a, 0x20, +8]]}
          - by: {call: RootReferences2, thread: collector}
          - claim: {call: GarbageCollectionStarted, count: 9}
        say:
          - {call: ExceptionThrown, object: a, before: GarbageCollectionFinished}
      ask:
        - {in: GarbageCollectionFinished, call: GetObjectGeneration, object: a,
           expect: {hr: 0, out: [[1, any, null, {type: Base}, a, true, "x"]]}}
      expect:
        moved: [[a, a, 56], [0x10, 8, 2]]
        surviving: [[young, 64]]
        at: {a: 0x20}
        dead: [grid]
        alive: [a]
        moves: [a]
        unmoved: [old]
        together: [[a, young]]
        apart: [[a, old]]
        ascending: [old, a]
        generation: {a: 1, "nodes[2]": loh}
        condemned: [0, 1, 2, loh, poh]
        reason: other
        queued: [closer]
        cleared: [weak]
        references: {a: [young]}
        roots: {old: [handle, stack pinning interior], a: []}
        dependent: {a: [text]}
        allocated-by-class: {Base: 11}
        callbacks:
          {MovedReferences2: 2, ObjectReferences: ">= 3", RootReferences: 1..2, RuntimeSuspendStarted: "< 5",
           SurvivingReferences: "<= 4", SurvivingReferences2: "> 0"}
        order: [GarbageCollectionStarted, GarbageCollectionFinished]
        sequence: [GarbageCollectionStarted, GarbageCollectionFinished]
        breaks: [moved/half-open-range]
  - ask: {call: GetClassLayout, type: Base, number: 3}
  - ask: {call: GetThreadInfo, thread: worker}
  - ask: {call: GetObjectIDFromHandle, handle: weak}
  - ask: {call: GetEnvironmentVariable, text: x}
  - run-finalizers: 1
  - run-finalizers: all
  - free-handle: [weak, pair]
  - end-thread: worker
  - shutdown: now
  - collect: 0
  - background: {begin: {young-first: 1, reason: other, thread: main}}
  - background: {pause: {expect: {alive: [text]}}}
  - background: end
  - begin-shutdown: {thread: main, suspended: true}
expect:
  collections: 2
  callbacks: {Shutdown: 1}
  order: [Initialize, Shutdown]
  breaks: [gc/started-once]
)yaml";

// The same for several heaps of server GC.
inline constexpr std::string_view kServerEverything = R"yaml(
scenario: What several heaps have
profiler: {initialize: CORPROF_E_PROFILER_CANCEL_ACTIVATION}
heap: {server: 4, balanced: true}
types: {Node: {fields: {next: ref}}}
steps:
  - allocate: {id: a, type: Node, heap: 3}
  - root: a
  - collect: {generation: 0, report: {schedule: round-robin, started-by: 2}}
  - collect: {generation: 0, report: {schedule: free}}
  - collect: {generation: 1, report: {schedule: {random: 9}}}
  - collect: {generation: 1, report: {schedule: {pct: {seed: 3, changes: 1, length: 20}}}}
  - collect: {generation: 2, report: {schedule: {switches: [[0, 3], [2, 1]]}}}
  - collect: {generation: 0, report: {schedule: {within: round-robin}}}
  - collect: {generation: 0, report: {schedule: {within: {switches: [[7, 2]]}}}}
  - collect: {generation: 0, report: {schedule: {within: {pct: {seed: 5, changes: 3, length: 9}}}}}
  - collect: {generation: 0, report: {schedule: {whole: round-robin}}}
  - collect: {generation: 0, report: {schedule: {whole: {switches: [[1, 2]]}}}}
)yaml";

}  // namespace gcrucible::tests

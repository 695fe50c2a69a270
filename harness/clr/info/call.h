// One call of an Info method under way: its line in the trace, its guard, its out parameters.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/clr/info/gap.h"
#include "harness/clr/info/out_parameter.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/schedule/stage.h"
#include "harness/trace/info_values.h"
#include "harness/trace/read/spoiled.h"

namespace gcrucible::clr {

// The values of out parameters for the trace: null where the caller passed no pointer.
template <typename T>
trace::Value out_number(const T* out) {
  return out == nullptr ? trace::null() : trace::number(static_cast<std::uint64_t>(*out));
}
inline trace::Value out_id(const abi::UINT_PTR* out) {
  return out == nullptr ? trace::null() : trace::id(*out);
}
inline trace::Value out_address(const abi::LPCBYTE* out) {
  return out == nullptr ? trace::null() : trace::id(reinterpret_cast<abi::UINT_PTR>(*out));
}
inline trace::Value out_flag(const abi::BOOL* out) {
  return out == nullptr ? trace::null() : trace::boolean(*out != 0);
}
// Of an argument that is a function no more is told than whether there is one.
template <typename Function>
trace::Value told_function(Function* function) {
  return function == nullptr ? trace::null() : trace::boolean(true);
}

// Made on the calling thread's stack at the entry of the method; every path ends in done().
class InfoCall {
 public:
  InfoCall(Clr& clr, abi::InfoMethod method, std::initializer_list<trace::Value> args)
      : clr_(&clr), method_(method), row_(&clr.info_row(method)) {
    // Others of a crew may go on here.
    const ThreadState& thread = this_thread();
    if ((thread.in_crew || thread.mutating.all != nullptr) && thread.asking < 0 && thread.in_callback())
      schedule::reach(schedule::Point::kInfo);
    clr.play().seen();
    trace::Journal* const journal = clr.journal();
    if (journal != nullptr && this_thread().asking >= 0) {
      args_.assign(args);
      announce(*journal);
    } else if (journal != nullptr) {
      entry_ = journal->info(abi::kInfoMethods[static_cast<std::size_t>(method)].name,
                             this_thread().current_line(), {args.begin(), args.size()});
    }
    if (this_thread().asking < 0 && is_beyond_vtable()) dereference_null();
  }
  InfoCall(const InfoCall&) = delete;
  InfoCall& operator=(const InfoCall&) = delete;

  // Of what this call hands out.
  HandedOut::Origin origin(std::string_view interface) const {
    return {.interface = interface,
            .method = abi::kInfoMethods[static_cast<std::size_t>(method_)].name,
            .line = entry_ == trace::kNoLine ? 0 : entry_};
  }

  // Out parameters are written even when the call fails, unless this runtime leaves them (real profilers
  // compute with what they find there: 27 GB were asked for once).
  template <typename... Outs>
  void clear(Outs*... outs) {
    if constexpr (sizeof...(outs) > 1) {
      std::uint64_t place = 0;
      ((outs == nullptr ? null_outs_.push_back(place++) : void(place++)), ...);
    }
    if (row_->spoils_outs) {
      (spoil_one(outs), ...);
    } else if (!row_->leaves_outs) {
      (clear_one(outs), ...);
    }
  }

  bool leaves_outs() const { return row_->leaves_outs; }
  // The real one writes its out parameters before this failure.
  void wrote() { wrote_ = true; }

  // To whom it is that asks: CORPROF_E_PROFILER_DETACHING from the acceptance of its detach on, and
  // CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER where a method is not for attached profilers. Part of
  // guard().
  abi::HRESULT guard_profiler() const;
  // What the runtime answers before it looks at any argument; S_OK to go on (coreclr.md 7.2).
  abi::HRESULT guard() const;
  // What the program lets this call of the profiler's be answered, if it may go on otherwise. Part of
  // guard().
  abi::HRESULT injected() const;
  // For methods that look into objects: the guard, and then the runtime's AllowObjectInspection.
  abi::HRESULT guard_object(abi::ObjectID object) const;

  // The object that starts at `object`, on whatever thread the question comes. What starts nothing, or
  // nothing any more, is named in a model line: whose it was, and which collection moved or killed it.
  std::optional<engine::ObjectView> look_at(abi::ObjectID object) const;
  // That model line alone, for methods that take any address.
  void name_stale(abi::ObjectID object) const;

  // Whether the innermost callback around is this one.
  bool inside(abi::CallbackMethod method) const {
    return this_thread().in_callback() && this_thread().innermost->method == method;
  }
  // Whether this thread has the runtime suspended, so that it holds the runtime's lock of threads.
  bool has_suspended() const;
  // Waits until no other thread has the runtime suspended for a collection, as whoever needs that lock does.
  void wait_for_threads() const;
  // Where the runtime dereferences a null pointer it dies, and so does this process, with this method on the
  // stack.
  static void dereference_null();

  // What an enumeration has visited, or what the enumerator holds that is handed out; `stopped`: the
  // profiler's callback answered FALSE to the last one.
  void visited(std::vector<std::uint64_t> ids, bool stopped = false) {
    visited_ = std::move(ids);
    stopped_ = stopped;
  }

  // A question of the harness becomes a model line, a call of the profiler's the return line.
  // Where this runtime hangs in the method, it does not return. Of a thread of the profiler's own the program
  // may wait for it (OwnCalls).
  abi::HRESULT done(abi::HRESULT hr, std::initializer_list<trace::Value> out = {});
  // For methods that the simulated CLR does not answer: named and counted in the run's summary, unless the
  // real one would not answer here either. `refused`: what it is asked is refused there with `refusal`, which
  // needs nothing that the simulated one lacks.
  abi::HRESULT not_implemented(bool refused = false, abi::HRESULT refusal = abi::E_INVALIDARG) {
    if (const abi::HRESULT hr = guard(); abi::failed(hr)) return done(hr);
    if (refused) return done(refusal);
    if (this_thread().asking >= 0) return done(abi::E_NOTIMPL);
    clr_->count_unimplemented(method_);
    if (clr_->journal() != nullptr) write_gap(*clr_->journal(), abi::name_of(method_), abi::E_NOTIMPL);
    return done(abi::E_NOTIMPL);
  }

 private:
  [[noreturn]] static void never_return();
  abi::HRESULT write_done(abi::HRESULT hr, std::initializer_list<trace::Value> out);
  // No QueryInterface of this runtime has led there: the caller has cast its pointer. In the real one there
  // is nothing in that slot, and whatever lies behind the table is called.
  bool is_beyond_vtable() const {
    return abi::kInfoMethods[static_cast<std::size_t>(method_)].interface_version >
           clr_->runtime().info_version;
  }

  // What the runtime itself does with locks is none of the profiler's doing.
  platform::LocksWatched locks_{nullptr};

  // The line for what starts no object and, as far as is remembered, never did; `forgotten` collections are
  // not.
  void name_unknown(abi::ObjectID object, std::uint32_t forgotten) const;

  // Whether this is another thread of the collector's than the one that has suspended the runtime for it.
  bool beside_suspender() const;

  // A question has its line at its end; one that suspends the runtime is announced, so that the suspension
  // inside it is known to be the profiler's.
  void announce(trace::Journal& journal) const;
  template <typename T>
  static void clear_one(T* out) {
    if (out != nullptr) *out = T{};
  }

  // What succeeds writes over it.
  template <typename T>
  static void spoil_one(T* out) {
    if (out == nullptr) return;
    if constexpr (std::is_integral_v<T>) {
      *out = static_cast<T>(trace::kSpoiled);
    } else if constexpr (std::is_pointer_v<T>) {
      *out = reinterpret_cast<T>(trace::kSpoiled);
    } else {
      *out = T{};
    }
  }

  Clr* clr_;
  abi::InfoMethod method_;
  const program::InfoRow* row_;
  std::uint64_t entry_ = trace::kNoLine;
  std::vector<trace::Value> args_;  // of a question: it has one line only, at its end
  bool wrote_ = false;
  std::optional<std::vector<std::uint64_t>> visited_;
  bool stopped_ = false;
  mutable bool injected_ = false;         // it fails because the program says so
  std::vector<std::uint64_t> null_outs_;  // which of several out pointers are null, buffers apart
};

}  // namespace gcrucible::clr

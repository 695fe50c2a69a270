// One call of an Info method: its line in the trace, its guard, its out parameters.
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

// The values of out parameters for the trace; null if the caller passed no pointer.
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
// For a function argument, the trace only states whether there is one.
template <typename Function>
trace::Value reported_function(Function* function) {
  return function == nullptr ? trace::null() : trace::boolean(true);
}

// Lives on the calling thread's stack from the method's entry. Every path must end in done().
class InfoCall {
 public:
  InfoCall(Clr& clr, abi::InfoMethod method, std::initializer_list<trace::Value> args)
      : clr_(&clr), method_(method), row_(&clr.info_row(method)) {
    // Other workers may run here.
    const ThreadState& thread = this_thread();
    if (thread.works_with_others() && thread.asking < 0 && thread.in_callback())
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

  // Describes this call, for objects that it hands out.
  HandedOut::Origin origin(std::string_view interface) const {
    return {.interface = interface,
            .method = abi::kInfoMethods[static_cast<std::size_t>(method_)].name,
            .line = entry_ == trace::kNoLine ? 0 : entry_};
  }

  // Clears out parameters even if the call fails, unless this runtime leaves them. Profilers use such values:
  // one requested 27 GB.
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
  // The real method writes its out parameters before this failure.
  void wrote() { wrote_ = true; }

  // Checks the calling profiler. Returns CORPROF_E_PROFILER_DETACHING after its detach was accepted. Returns
  // CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER if attached profilers may not call the method. Part of
  // guard().
  abi::HRESULT guard_profiler() const;
  // The failure that the runtime returns before it checks any argument; S_OK to continue (docs/runtimes.md).
  abi::HRESULT guard() const;
  // The failure that the program injects into this call, if the guards pass. Part of guard().
  abi::HRESULT injected() const;
  // For methods that inspect objects: guard(), then the runtime's AllowObjectInspection.
  abi::HRESULT guard_object(abi::ObjectID object) const;

  // The object that starts at `object`. Any thread may call this. If no object starts there now, a model line
  // names the object that did, and the collection that moved or killed it.
  std::optional<engine::ObjectView> look_at(abi::ObjectID object) const;
  // Writes that model line alone, for methods that accept any address.
  void name_stale(abi::ObjectID object) const;

  // Whether the innermost callback on this thread is `method`.
  bool inside(abi::CallbackMethod method) const {
    return this_thread().in_callback() && this_thread().innermost->method == method;
  }
  // Whether this thread has the runtime suspended, and so holds the runtime's lock on its threads.
  bool has_suspended() const;
  // Waits until no other thread has the runtime suspended for a collection, as that lock requires.
  void wait_for_threads() const;
  // Crashes the process where the runtime dereferences a null pointer, with this method on the stack.
  static void dereference_null();

  // Records the ids that an enumeration has visited, or that a new enumerator holds. `stopped`: the
  // profiler's callback returned FALSE for the last one.
  void visited(std::vector<std::uint64_t> ids, bool stopped = false) {
    visited_ = std::move(ids);
    stopped_ = stopped;
  }

  // Ends the call. A query of the harness becomes a model line, a call of the profiler's a return line. Does
  // not return if this runtime hangs in the method. The program may wait until a call on one of the
  // profiler's own threads ends (OwnCalls).
  abi::HRESULT done(abi::HRESULT hr, std::initializer_list<trace::Value> out = {});
  // For methods that the simulated CLR does not implement. The run's summary counts them, unless the real
  // runtime would fail too. `refused`: the real runtime refuses these arguments with `refusal`, and needs
  // nothing for it that is missing here.
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
  // The method's interface is newer than this runtime: the caller has cast its pointer. In the real runtime
  // that slot does not exist, and whatever follows the table is called.
  bool is_beyond_vtable() const {
    return abi::kInfoMethods[static_cast<std::size_t>(method_)].interface_version >
           clr_->runtime().info_version;
  }

  // While it lives, locks that the runtime takes are not attributed to the profiler.
  platform::LocksWatched locks_{nullptr};

  // Writes the line for an address where no object starts or is known to have started. `forgotten` is the
  // number of collections that are not remembered.
  void name_unknown(abi::ObjectID object, std::uint32_t forgotten) const;

  // Whether this is a collector thread other than the one that suspended the runtime for the collection.
  bool beside_suspender() const;

  // Writes the first line of a query that suspends the runtime. The suspension is then known to be the
  // profiler's. Other queries have only one line, at their end.
  void announce(trace::Journal& journal) const;
  template <typename T>
  static void clear_one(T* out) {
    if (out != nullptr) *out = T{};
  }

  // A successful call overwrites the value.
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
  std::vector<trace::Value> args_;  // only for a query: its single line is written at the end
  bool wrote_ = false;
  std::optional<std::vector<std::uint64_t>> visited_;
  bool stopped_ = false;
  mutable bool injected_ = false;         // it fails because the program wants it
  std::vector<std::uint64_t> null_outs_;  // which of several out pointers are null, except buffers
};

}  // namespace gcrucible::clr

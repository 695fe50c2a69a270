// The profiler under test, and where it runs.
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/probe.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

namespace gcrucible {

// Copies are the same profiler. What several runs have in common, a process that waits for them, lives as
// long as the last copy.
class GCRUCIBLE_API Profiler {
 public:
  // A library, in a process of its own that run() starts: whatever it does there is a finding and disturbs
  // nobody. Variables of its environment are in RunSettings. `clsid`:
  // "{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}".
  static Profiler library(const std::string& path, const std::string& clsid);

  // One that is linked into this program, by its DllGetClassObject. It runs in this process, on the thread
  // that calls run(): its asserts and the test's are the same, and its crash is the test's.
  template <typename Function>
  static Profiler linked(Function* dll_get_class_object, const std::string& clsid) {
    static_assert(std::is_function<Function>::value, "give DllGetClassObject itself");
    return of_class_object(reinterpret_cast<void (*)()>(dll_get_class_object), clsid);
  }
  // The same of an object that `make` gives each run anew, with a reference that is the run's. Give it as the
  // interface, static_cast<ICorProfilerCallback2*>(object), or as a void* made of that.
  template <typename Make>
  static Profiler object(Make make) {
    return of_object([make]() -> void* { return make(); });
  }

  // Of one in this process: its gcrucible_probe, which a library exports.
  Profiler& probe(gcrucible_probe_function function);

  Profiler(const Profiler&);
  Profiler(Profiler&&) noexcept;
  Profiler& operator=(const Profiler&);
  Profiler& operator=(Profiler&&) noexcept;
  ~Profiler();

  struct Impl;  // the library's own

 private:
  friend class ProfilerAccess;
  explicit Profiler(std::shared_ptr<Impl> impl);
  static Profiler of_class_object(void (*function)(), const std::string& clsid);
  static Profiler of_object(std::function<void*()> make);

  std::shared_ptr<Impl> impl_;
};

}  // namespace gcrucible

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

// Copies share one profiler. They also share the host process that is kept ready for the next run. The host
// process ends with the last copy.
class GCRUCIBLE_API Profiler {
 public:
  // A profiler library. run() plays it in a separate process. A crash or hang there is a finding and does not
  // disturb the test. RunSettings contains environment variables for the process.
  // `clsid`: "{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}".
  static Profiler library(const std::string& path, const std::string& clsid);

  // A profiler linked into this program, given by its DllGetClassObject. It runs in this process, on the
  // thread that calls run(). A failed assertion or a crash of the profiler therefore ends the test process.
  template <typename Function>
  static Profiler linked(Function* dll_get_class_object, const std::string& clsid) {
    static_assert(std::is_function<Function>::value, "give DllGetClassObject itself");
    return of_class_object(reinterpret_cast<void (*)()>(dll_get_class_object), clsid);
  }
  // As linked(), but `make` returns a new object for each run, with one reference that the run owns. Return
  // the interface, static_cast<ICorProfilerCallback2*>(object), or a void* converted from that pointer.
  template <typename Make>
  static Profiler object(Make make) {
    return of_object([make]() -> void* { return make(); });
  }

  // Sets gcrucible_probe for a profiler in this process. A library exports the function instead.
  Profiler& probe(gcrucible_probe_function function);

  Profiler(const Profiler&);
  Profiler(Profiler&&) noexcept;
  Profiler& operator=(const Profiler&);
  Profiler& operator=(Profiler&&) noexcept;
  ~Profiler();

  struct Impl;  // internal

 private:
  friend class ProfilerAccess;
  explicit Profiler(std::shared_ptr<Impl> impl);
  static Profiler of_class_object(void (*function)(), const std::string& clsid);
  static Profiler of_object(std::function<void*()> make);

  std::shared_ptr<Impl> impl_;
};

}  // namespace gcrucible

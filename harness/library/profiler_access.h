// Implementation of Profiler.
#pragma once

#include <gcrucible/profiler.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/driver/host/warm_host.h"
#include "harness/host/loader.h"

namespace gcrucible {

struct Profiler::Impl {
  // Absolute path of the library. Empty: the profiler is in this process.
  std::string path;
  std::string sha256;
  std::string clsid;
  // In this process: exactly one of class_object and make is set.
  host::ClassObject class_object = nullptr;
  std::function<void*()> make;
  gcrucible_probe_function probe = nullptr;

  bool here() const { return path.empty(); }

  // For a library: plays a case in a separate process. Any thread may call it.
  driver::Outcome play(const protocol::Case& value, const driver::RunOptions& options);

 private:
  std::mutex mutex_;
  // The host process, reused while the calling thread and the settings stay the same.
  std::unique_ptr<driver::WarmHost> host_;
  std::thread::id host_thread_;
  driver::RunOptions host_options_;
};

class ProfilerAccess {
 public:
  static Profiler::Impl& of(const Profiler& profiler) { return *profiler.impl_; }
};

}  // namespace gcrucible

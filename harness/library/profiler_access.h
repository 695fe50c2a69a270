// What stands behind a Profiler.
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
  // A library; its path is absolute. Empty: one in this process.
  std::string path;
  std::string sha256;
  std::string clsid;
  // In this process, one of the two.
  host::ClassObject class_object = nullptr;
  std::function<void*()> make;
  gcrucible_probe_function probe = nullptr;

  bool here() const { return path.empty(); }

  // Of a library: plays a case in a process of its own. Any thread.
  driver::Outcome play(const protocol::Case& value, const driver::RunOptions& options);

 private:
  std::mutex mutex_;
  // Belongs to the thread that made it, and to its settings.
  std::unique_ptr<driver::WarmHost> host_;
  std::thread::id host_thread_;
  driver::RunOptions host_options_;
};

class ProfilerAccess {
 public:
  static Profiler::Impl& of(const Profiler& profiler) { return *profiler.impl_; }
};

}  // namespace gcrucible

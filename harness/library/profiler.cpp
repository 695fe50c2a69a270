#include <gcrucible/profiler.h>

#include <utility>

#include "harness/driver/profiler_library.h"
#include "harness/library/profiler_access.h"

namespace gcrucible {

Profiler::Profiler(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Profiler::Profiler(const Profiler&) = default;
Profiler::Profiler(Profiler&&) noexcept = default;
Profiler& Profiler::operator=(const Profiler&) = default;
Profiler& Profiler::operator=(Profiler&&) noexcept = default;
Profiler::~Profiler() = default;

Profiler Profiler::library(const std::string& path, const std::string& clsid) {
  const auto checked = driver::check_profiler_library(path);
  if (!checked) throw Error(checked.error());
  auto of_class = driver::check_clsid(clsid);
  if (!of_class) throw Error(of_class.error());
  auto impl = std::make_shared<Impl>();
  impl->path = checked->path;
  impl->sha256 = checked->sha256;
  impl->clsid = std::move(*of_class);
  return Profiler(std::move(impl));
}

Profiler Profiler::of_class_object(void (*function)(), const std::string& clsid) {
  auto of_class = driver::check_clsid(clsid);
  if (!of_class) throw Error(of_class.error());
  auto impl = std::make_shared<Impl>();
  impl->clsid = std::move(*of_class);
  impl->class_object = reinterpret_cast<host::ClassObject>(function);
  return Profiler(std::move(impl));
}

Profiler Profiler::of_object(std::function<void*()> make) {
  auto impl = std::make_shared<Impl>();
  impl->make = std::move(make);
  return Profiler(std::move(impl));
}

Profiler& Profiler::probe(gcrucible_probe_function function) {
  if (!impl_->here()) throw Error("a library's gcrucible_probe is found by its name; export it");
  impl_->probe = function;
  return *this;
}

driver::Outcome Profiler::Impl::play(const protocol::Case& value, const driver::RunOptions& options) {
  const std::scoped_lock lock(mutex_);
  const bool fits = host_ != nullptr && host_thread_ == std::this_thread::get_id() &&
                    host_options_.timeout == options.timeout &&
                    host_options_.environment == options.environment;
  if (!fits) {
    host_ = std::make_unique<driver::WarmHost>(options);
    host_thread_ = std::this_thread::get_id();
    host_options_ = options;
  }
  return host_->run(value);
}

}  // namespace gcrucible

#include "harness/platform/process/interruption.h"

namespace gcrucible::platform {

Interruption::Interruption() = default;
Interruption::~Interruption() = default;

int Interruption::remove_at_signal(const std::string&) {
  return -1;
}
int Interruption::remove_folder_at_signal(const std::string&) {
  return -1;
}

int Interruption::kill_at_signal(std::int64_t) {
  return -1;
}
int Interruption::kill_at_signal(const std::atomic<std::int64_t>&) {
  return -1;
}
void Interruption::forget(int) {}

PatientInterruption::PatientInterruption() = default;
PatientInterruption::~PatientInterruption() = default;
bool PatientInterruption::asked() {
  return false;
}
int PatientInterruption::status() {
  return 0;
}
std::string PatientInterruption::name() {
  return {};
}
void PatientInterruption::note(int) {}

}  // namespace gcrucible::platform

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

#include "harness/platform/process/interruption.h"
#include "harness/platform/process/process.h"

namespace gcrucible::platform {
namespace {

// Only the owner removes a path longer than this.
constexpr std::size_t kLongestPath = 4096;
// A campaign runs up to 256 cases at a time, each with at most five files and one process.
constexpr std::size_t kPlaces = 2048;

enum class Place : int { kFree, kClaimed, kFile, kFolder, kGroup, kChangingGroup };

struct Duty {
  std::atomic<Place> place{Place::kFree};
  pid_t group = 0;
  const std::atomic<std::int64_t>* changing_group = nullptr;
};

constinit std::array<Duty, kPlaces> duties = {};
// The path of each duty. Zero until used, so that no process writes these 8 MB when it starts. That took
// longer than the rest of a short run.
constinit std::array<std::array<char, kLongestPath>, kPlaces> paths = {};

struct Watched {
  int signal;
  struct sigaction previous;
};
std::mutex watch_mutex;
int watchers = 0;
std::array<Watched, 3> watched = {{{SIGINT, {}}, {SIGTERM, {}}, {SIGHUP, {}}}};

// Values of `patience` before a signal comes; after the signal, `patience` is its number. kNone: no
// PatientInterruption exists.
constexpr int kNone = -1, kPatient = 0;
std::atomic<int> patience{kNone};

// A signal handler may not walk through folders, but another program may. vfork, because fork waits for locks
// that the interrupted thread may hold.
void remove_tree(const char* path) {
  const pid_t child = vfork();
  if (child == 0) {
    execl("/bin/rm", "rm", "-rf", "--", path, static_cast<char*>(nullptr));
    _exit(1);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

void on_signal(int signal) {
  int patient = kPatient;
  if (patience.compare_exchange_strong(patient, signal)) return;
  // Children first: files that they write later would remain after the removal.
  for (Duty& duty : duties) {
    if (duty.place.load() == Place::kGroup) kill(-duty.group, SIGKILL);
    if (duty.place.load() != Place::kChangingGroup) continue;
    if (const auto group = static_cast<pid_t>(duty.changing_group->load()); group > 1) kill(-group, SIGKILL);
  }
  for (std::size_t i = 0; i < duties.size(); ++i) {
    const char* const path = paths[i].data();
    const Place place = duties[i].place.load();
    if (place == Place::kFile) unlink(path);
    if (place == Place::kFolder && rmdir(path) != 0) remove_tree(path);
  }
  for (Watched& entry : watched) {
    if (entry.signal == signal) sigaction(signal, &entry.previous, nullptr);
  }
  raise(signal);
}

int claim() {
  for (std::size_t i = 0; i < duties.size(); ++i) {
    Place expected = Place::kFree;
    if (duties[i].place.compare_exchange_strong(expected, Place::kClaimed)) return static_cast<int>(i);
  }
  return -1;
}

int remove(const std::string& path, Place place) {
  if (path.size() >= kLongestPath) return -1;
  const int number = claim();
  if (number < 0) return number;
  std::array<char, kLongestPath>& kept = paths[static_cast<std::size_t>(number)];
  std::copy(path.begin(), path.end(), kept.begin());
  kept[path.size()] = '\0';
  duties[static_cast<std::size_t>(number)].place.store(place);
  return number;
}

}  // namespace

Interruption::Interruption() {
  const std::lock_guard lock(watch_mutex);
  if (watchers++ > 0) return;
  for (Watched& entry : watched) {
    sigaction(entry.signal, nullptr, &entry.previous);
    if (entry.previous.sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(entry.signal, &action, nullptr);
  }
}

PatientInterruption::PatientInterruption() {
  patience = kPatient;
}

PatientInterruption::~PatientInterruption() {
  patience = kNone;
}

bool PatientInterruption::asked() {
  return patience > kPatient;
}

int PatientInterruption::status() {
  constexpr int kSignalled = 128;
  const int signal = patience;
  return signal > kPatient ? kSignalled + signal : 0;
}

std::string PatientInterruption::name() {
  const int signal = patience;
  return signal > kPatient ? signal_name(signal) : std::string();
}

void PatientInterruption::note(int signal) {
  int patient = kPatient;
  patience.compare_exchange_strong(patient, signal);
}

Interruption::~Interruption() {
  const std::lock_guard lock(watch_mutex);
  if (--watchers > 0) return;
  for (Watched& entry : watched) sigaction(entry.signal, &entry.previous, nullptr);
}

int Interruption::remove_at_signal(const std::string& path) {
  return remove(path, Place::kFile);
}

int Interruption::remove_folder_at_signal(const std::string& path) {
  return remove(path, Place::kFolder);
}

int Interruption::kill_at_signal(std::int64_t process_group) {
  const int number = claim();
  if (number < 0) return number;
  Duty& duty = duties[static_cast<std::size_t>(number)];
  duty.group = static_cast<pid_t>(process_group);
  duty.place.store(Place::kGroup);
  return number;
}

int Interruption::kill_at_signal(const std::atomic<std::int64_t>& process_group) {
  const int number = claim();
  if (number < 0) return number;
  Duty& duty = duties[static_cast<std::size_t>(number)];
  duty.changing_group = &process_group;
  duty.place.store(Place::kChangingGroup);
  return number;
}

void Interruption::forget(int number) {
  if (number >= 0) duties[static_cast<std::size_t>(number)].place.store(Place::kFree);
}

}  // namespace gcrucible::platform

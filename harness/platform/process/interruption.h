// What a program still does when the user stops it: no file half written, no child left running.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace gcrucible::platform {

// While at least one is alive, SIGINT, SIGTERM and SIGHUP remove the files and kill the process groups that
// were named here, and then end the process as they would have anyway. Signals that the program ignores stay
// ignored. On Windows it does nothing: there, files are removed and children are killed by their destructors
// only.
//
// The table is the process's own and has a fixed number of places, because a signal handler can follow
// nothing else; what finds no place is still removed by its owner in the ordinary way. Any thread.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // Each returns a number for forget(), -1 if all places are taken.
  static int remove_at_signal(const std::string& path);
  // With all that lies in it.
  static int remove_folder_at_signal(const std::string& path);
  static int kill_at_signal(std::int64_t process_group);
  // The group whose number stands there at that time; none where that is 0. `process_group` stays until
  // forget().
  static int kill_at_signal(const std::atomic<std::int64_t>& process_group);
  static void forget(int number);
};

// While it is alive, the first SIGINT, SIGTERM or SIGHUP only makes asked() true: whoever works looks there,
// and ends well. The next one does what Interruption does. One at a time in a process.
class PatientInterruption {
 public:
  PatientInterruption();
  PatientInterruption(const PatientInterruption&) = delete;
  PatientInterruption& operator=(const PatientInterruption&) = delete;
  ~PatientInterruption();

  // Any thread; false while there is none.
  static bool asked();
  // The exit status that a shell gives a program which that signal ends: 130, 143 or 129; 0 before it came.
  static int status();
  // Its name, "SIGTERM"; empty before it came.
  static std::string name();
  // A signal that somebody else's handler has got. To be called from there too.
  static void note(int signal);

 private:
  Interruption interruption_;
};

}  // namespace gcrucible::platform

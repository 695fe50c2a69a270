// Clean-up when the user stops the program: no half-written file, no running child.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace gcrucible::platform {

// While at least one object is alive, SIGINT, SIGTERM and SIGHUP remove the registered files and kill the
// registered process groups. The signals then end the process as they would have without this class. Signals
// that the program ignores stay ignored. On Windows the class does nothing: there, only destructors remove
// files and kill children.
//
// The table is global and has a fixed number of places, because a signal handler cannot use anything else. If
// the table is full, the owner still removes its file in the ordinary way. Any thread.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // Each function returns a number for forget(), or -1 if all places are taken.
  static int remove_at_signal(const std::string& path);
  // Removes the folder with its content.
  static int remove_folder_at_signal(const std::string& path);
  static int kill_at_signal(std::int64_t process_group);
  // Kills the group whose number `process_group` holds when the signal comes; none if it holds 0.
  // `process_group` must stay valid until forget().
  static int kill_at_signal(const std::atomic<std::int64_t>& process_group);
  static void forget(int number);
};

// While it is alive, the first SIGINT, SIGTERM or SIGHUP only makes asked() true. The program checks asked()
// and ends in an orderly way. The next signal does what Interruption does. One object at a time in a process.
class PatientInterruption {
 public:
  PatientInterruption();
  PatientInterruption(const PatientInterruption&) = delete;
  PatientInterruption& operator=(const PatientInterruption&) = delete;
  ~PatientInterruption();

  // Any thread; false while no object exists.
  static bool asked();
  // The exit status that a shell reports for a program ended by that signal: 130, 143 or 129. 0 before a
  // signal comes.
  static int status();
  // The signal's name, for example "SIGTERM"; empty before a signal comes.
  static std::string name();
  // Records a signal that another handler has received. May be called inside that handler.
  static void note(int signal);

 private:
  Interruption interruption_;
};

}  // namespace gcrucible::platform

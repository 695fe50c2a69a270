// A chain of processes: each starts the next one and ends. Arguments: a file that is locked as long as one of
// them is alive, and a file that the last one makes. The second file comes when the chain has ended by
// itself.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

int main(int count, char** arguments) {
  if (count != 3) return 2;
  // All of them share the description, and with it the lock.
  const int lock = open(arguments[1], O_RDWR | O_CREAT, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) return 2;
  constexpr std::chrono::seconds kLongest{60};
  const auto until = std::chrono::steady_clock::now() + kLongest;
  // In a session of its own, as a daemon has one.
  const pid_t first = fork();
  if (first < 0) return 2;
  if (first != 0) return 0;
  if (setsid() < 0) return 2;
  while (std::chrono::steady_clock::now() < until) {
    const pid_t next = fork();
    if (next > 0) _exit(0);
    if (next < 0) usleep(1000);
  }
  return open(arguments[2], O_RDWR | O_CREAT, 0600) < 0 ? 2 : 0;
}

#include "harness/driver/native_stack.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/platform/crash/symbol_name.h"
#include "harness/platform/library/function_names.h"

namespace gcrucible::driver {
namespace {

using Lines = std::vector<std::string>;

std::string with_readable_names(const std::string& stack) {
  // A symbol follows a bracket and ends before its offset. Paths may contain both characters, so the first
  // character of mangled names is part of the search: "_Z" of C++, "_R" of Rust.
  constexpr std::string_view kStart = " (_";
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = stack.find(kStart); at != std::string::npos; at = stack.find(kStart, from)) {
    const std::size_t begin = at + 2;
    const std::size_t end = std::min(stack.find_first_of("+)\n", begin), stack.size());
    text += stack.substr(from, begin - from) + platform::demangled(stack.substr(begin, end - begin));
    from = end;
  }
  return text + stack.substr(from);
}

// A frame of the host without a name. Such frames are of no use below the profiler's frames.
bool is_nameless_host(const std::string& line) {
  return line.find("gcrucible-host+0x") != std::string::npos && !line.ends_with(")");
}

Lines without_host(const Lines& lines) {
  Lines kept;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (end < lines.size() && is_nameless_host(lines[end])) ++end;
    if (i == 0 || end - i < 2) {
      // Frames on top show where it happened, so they stay.
      end = std::max(end, i + 1);
      kept.insert(kept.end(), lines.begin() + static_cast<std::ptrdiff_t>(i),
                  lines.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      kept.push_back(std::to_string(end - i) + " frames of gcrucible-host");
    }
    i = end;
  }
  return kept;
}

// How many times the `period` lines at `at` are repeated in sequence.
std::size_t times_at(const Lines& lines, std::size_t at, std::size_t period) {
  std::size_t times = 1;
  for (std::size_t next = at + period; next + period <= lines.size(); next += period, ++times) {
    if (!std::equal(lines.begin() + static_cast<std::ptrdiff_t>(at),
                    lines.begin() + static_cast<std::ptrdiff_t>(at + period),
                    lines.begin() + static_cast<std::ptrdiff_t>(next))) {
      break;
    }
  }
  return times;
}

// Collapses a recursion of one function, or of a few functions that call each other.
Lines without_repetition(const Lines& lines) {
  constexpr std::size_t kLongestPeriod = 4;
  constexpr std::size_t kLeastTimes = 3;
  Lines kept;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t period = 1;
    while (period <= kLongestPeriod && times_at(lines, i, period) < kLeastTimes) ++period;
    const std::size_t times = period <= kLongestPeriod ? times_at(lines, i, period) : 1;
    if (times < kLeastTimes) {
      kept.push_back(lines[i++]);
      continue;
    }
    kept.insert(kept.end(), lines.begin() + static_cast<std::ptrdiff_t>(i),
                lines.begin() + static_cast<std::ptrdiff_t>(i + period));
    kept.push_back((period == 1 ? "… this frame " : "… these " + std::to_string(period) + " frames ") +
                   std::to_string(times) + " times");
    i += period * times;
  }
  return kept;
}

bool names_thread(const std::string& line) {
  const bool begins = line.starts_with("thread \"") || line.starts_with("thread begun by \"");
  return begins && line.ends_with("\":");
}

// Whether the frame belongs to a library in which a waiting thread of the host can also be.
bool is_of_runtime(const std::string& line) {
  const std::string_view file = std::string_view(line).substr(0, line.find("+0x"));
  const std::string_view name = file.substr(file.rfind('/') + 1);
  constexpr std::string_view kLibraries[] = {"gcrucible-host", "libc.so",     "libc-",    "libpthread",
                                             "libstdc++.so",   "libgcc_s.so", "ld-linux", "libm.so"};
  return std::ranges::any_of(kLibraries, [&](std::string_view each) { return name.starts_with(each); });
}

// Keeps the threads that run code of the profiler; if there are none, keeps all threads.
std::vector<Lines> without_idle(const std::vector<Lines>& threads) {
  std::vector<Lines> kept;
  for (const Lines& each : threads) {
    if (!std::ranges::all_of(each.begin() + 1, each.end(), is_of_runtime)) kept.push_back(each);
  }
  return kept.empty() ? threads : kept;
}

std::vector<Lines> by_thread(const Lines& lines) {
  std::vector<Lines> threads;
  for (const std::string& line : lines) {
    if (threads.empty() || names_thread(line)) threads.emplace_back();
    threads.back().push_back(line);
  }
  return threads;
}

std::string number_of_idle(std::size_t number) {
  if (number == 0) return {};
  return number == 1 ? "one more thread is in the runtime's own code\n"
                     : std::to_string(number) + " more threads are in the runtime's own code\n";
}

Lines lines_of(const std::string& stack) {
  Lines lines;
  std::size_t from = 0;
  for (std::size_t end = stack.find('\n'); end != std::string::npos; end = stack.find('\n', from)) {
    lines.push_back(stack.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

// A frame of the profiler's library that has no name.
struct NamelessFrame {
  std::uint64_t address = 0;  // in the file
  // A return address is after its call, and may belong to the next line or another function. One byte less is
  // inside the call.
  std::uint64_t behind = 0;
  std::size_t end = 0;  // of the line in the text, without its line feed
};

std::vector<NamelessFrame> nameless_frames(const std::string& readable, const std::string& library) {
  std::vector<NamelessFrame> frames;
  if (library.empty()) return frames;
  const std::string frame = library + "+0x";
  bool on_top = true;
  std::size_t end_of_line = 0;
  for (const std::string& line : lines_of(readable)) {
    end_of_line += line.size() + 1;
    const bool interrupted = std::exchange(on_top, names_thread(line));
    if (!line.starts_with(frame)) continue;
    const std::string_view digits = std::string_view(line).substr(frame.size());
    std::uint64_t offset = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset, 16);
    if (error != std::errc() || end != digits.data() + digits.size() || offset == 0) continue;
    frames.push_back({.address = offset, .behind = interrupted ? 0u : 1u, .end = end_of_line - 1});
  }
  return frames;
}

}  // namespace

std::string readable_stack(const std::string& stack) {
  std::vector<Lines> threads = by_thread(lines_of(stack));
  const std::size_t all = threads.size();
  if (all > 1) threads = without_idle(threads);
  std::string text;
  for (const Lines& thread : threads) {
    for (const std::string& line : without_repetition(without_host(thread))) text += line + "\n";
  }
  return with_readable_names(text + stack.substr(stack.rfind('\n') + 1)) +
         number_of_idle(all - threads.size());
}

std::string with_names_in_file(const std::string& readable, const std::string& library) {
  const std::vector<NamelessFrame> frames = nameless_frames(readable, library);
  if (frames.empty()) return readable;
  std::vector<std::uint64_t> addresses;
  for (const NamelessFrame& each : frames) addresses.push_back(each.address - each.behind);
  const auto places = platform::functions_at(library, addresses);
  std::string text;
  std::size_t from = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!places[i]) continue;
    text += readable.substr(from, frames[i].end - from) + fmt::format(" ({}+{:#x})",
                                                                      platform::demangled(places[i]->symbol),
                                                                      places[i]->offset + frames[i].behind);
    from = frames[i].end;
  }
  return text + readable.substr(from);
}

std::string command_for_names(const std::string& readable, const std::string& library) {
  std::vector<std::string> addresses;
  for (const NamelessFrame& each : nameless_frames(readable, library)) {
    const std::string address = fmt::format(" {:#x}", each.address - each.behind);
    if (std::ranges::find(addresses, address) == addresses.end()) addresses.push_back(address);
  }
  if (addresses.empty()) return {};
  const bool plain = library.find_first_of(" \t\"\\$&;()*?<>|`~#") == std::string::npos;
  return fmt::format("addr2line -Cfpie {0}{1}{0}{2}\n", plain ? "" : "'", library, fmt::join(addresses, ""));
}

}  // namespace gcrucible::driver

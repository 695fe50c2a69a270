#include "harness/cli/text/terminal.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "harness/platform/files/stuck_reader.h"
#include "harness/platform/process/environment.h"

#ifndef _WIN32
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace gcrucible::cli {
namespace {

constexpr std::size_t kWidthElsewhere = 110;  // for a file or a pipe
constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kWidest = 240;

bool is_terminal() {
#ifdef _WIN32
  return false;
#else
  return isatty(STDOUT_FILENO) == 1;
#endif
}

bool is_utf8_locale() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    auto value = platform::environment_variable(name);
    if (!value || value->empty()) continue;
    std::transform(value->begin(), value->end(), value->begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value->find("utf-8") != std::string::npos || value->find("utf8") != std::string::npos;
  }
  return false;
}

// 0 if COLUMNS is not set.
std::size_t width_by_variable() {
  const auto columns = platform::environment_variable("COLUMNS");
  return columns ? std::strtoul(columns->c_str(), nullptr, 10) : 0;
}

std::size_t width_by_terminal() {
#ifndef _WIN32
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
#endif
  return 0;
}

std::size_t width_of_terminal() {
  for (const std::size_t width : {width_by_variable(), width_by_terminal()}) {
    if (width != 0) return std::clamp(width, kNarrowest, kWidest);
  }
  return kWidthElsewhere;
}

bool wants_color(ColorChoice color) {
  if (color != ColorChoice::kAuto) return color == ColorChoice::kAlways;
  const auto no_color = platform::environment_variable("NO_COLOR");
  const auto terminal = platform::environment_variable("TERM");
  return is_terminal() && !(no_color && !no_color->empty()) && !(terminal && *terminal == "dumb");
}

thread_local KeptOutput* kept_output = nullptr;

void write(std::FILE* file, std::string_view text) {
  const std::string_view rest = platform::write_while_read(file, text);
  errno = 0;
  const bool written =
      std::fwrite(rest.data(), 1, rest.size(), file) == rest.size() && std::fflush(file) == 0;
  // The stream keeps its error flag. A reader that closed the pipe is no error.
  if (!written && errno == EPIPE) std::clearerr(file);
}

}  // namespace

report::Style style_of_output(ColorChoice color) {
  std::error_code gone;  // the current folder may have been removed
  return {.color = wants_color(color),
          .utf8 = is_utf8_locale(),
          .width = width_of_terminal(),
          .folder = std::filesystem::current_path(gone).string()};
}

bool can_rewrite_lines() {
  if (kept_output != nullptr) return false;
  const auto terminal = platform::environment_variable("TERM");
  return is_terminal() && terminal && *terminal != "dumb";
}

std::size_t width_by_now() {
  // The terminal first: COLUMNS was set when the shell started the command.
  for (const std::size_t width : {width_by_terminal(), width_by_variable()}) {
    if (width != 0) return width;
  }
  return kWidthElsewhere;
}

KeptOutput::KeptOutput() {
  kept_output = this;
}

KeptOutput::~KeptOutput() {
  kept_output = nullptr;
}

void KeptOutput::keep(bool complaint, std::string_view text) {
  if (pieces_.empty() || pieces_.back().complaint != complaint)
    pieces_.push_back({.complaint = complaint, .text = {}});
  pieces_.back().text += text;
}

void say(std::string_view text) {
  if (kept_output != nullptr) return kept_output->keep(false, text);
  write(stdout, text);
}

void complain(std::string_view text) {
  if (kept_output != nullptr) return kept_output->keep(true, text);
  write(stderr, text);
}

bool output_was_lost() {
  return std::ferror(stdout) != 0;
}

}  // namespace gcrucible::cli

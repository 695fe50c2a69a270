#include "tests/harness/rules/weak/lines.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/recordings.h"

namespace gcrucible::tests {
namespace {

Lines lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  INFO(path.string());
  REQUIRE_FALSE(lines.empty());
  return lines;
}

struct Span {
  std::size_t begin = 0, end = 0;
};

// The JSON value that begins there.
std::size_t end_of_value(const std::string& line, std::size_t at) {
  int depth = 0;
  bool text = false;
  for (std::size_t i = at; i < line.size(); ++i) {
    const char each = line[i];
    if (text) {
      if (each == '\\') ++i;
      if (each == '"') text = false;
    } else if (each == '"') {
      text = true;
    } else if (each == '[' || each == '{') {
      ++depth;
    } else if ((each == ',' && depth == 0) || ((each == ']' || each == '}') && depth-- == 0)) {
      return i;
    }
  }
  return line.size();
}

Span span_of(const std::string& line, std::string_view key, Path path) {
  const std::string quoted = '"' + std::string(key) + "\":";
  const std::size_t found = line.find(quoted);
  INFO(line.substr(0, 400) << " has no " << key);
  REQUIRE(found != std::string::npos);
  Span span{found + quoted.size(), end_of_value(line, found + quoted.size())};
  for (std::size_t item : path) {
    std::size_t at = span.begin + 1;
    while (item-- != 0) at = end_of_value(line, at) + 1;
    REQUIRE(at < span.end);
    span = {at, end_of_value(line, at)};
  }
  return span;
}

// Renumbers the lines, and the line numbers in returns, queries and answers.
void number_anew(Lines& lines) {
  std::map<std::string, std::string> now;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) now[number_of(lines[i])] = std::to_string(i);
  for (std::string& line : lines) {
    for (const std::string key : {"{\"n\":", "\"ret\":", "\"inside\":"}) {
      const std::size_t at = line.find(key);
      if (at == std::string::npos) continue;
      const std::size_t begin = at + key.size(), end = line.find_first_not_of("0123456789", begin);
      const auto found = now.find(line.substr(begin, end - begin));
      if (found != now.end()) line.replace(begin, end - begin, found->second);
    }
  }
  std::string& last = lines.back();
  if (last.find("\"lines\":") != std::string::npos) set(last, "lines", std::to_string(lines.size()));
}

}  // namespace

Lines trace_of(const std::string& name) {
  const std::filesystem::path real = recording(name);
  if (!real.empty()) return lines_of(real);
  return lines_of(in_source("/tests/harness/rules/traces/" + name + ".jsonl"));
}

std::string& line_with(Lines& lines, std::string_view text, std::size_t which) {
  for (std::string& line : lines) {
    if (line.find(text) != std::string::npos && which-- == 0) return line;
  }
  FAIL("no line with " << text);
  return lines.front();
}

void replace(std::string& line, std::string_view from, std::string_view to) {
  const std::size_t at = line.find(from);
  INFO(line.substr(0, 400) << " has no " << from);
  REQUIRE(at != std::string::npos);
  line.replace(at, from.size(), to);
}

std::size_t place_of(const Lines& lines, const std::string& callback, std::size_t which) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("\"call\":\"" + callback + "\"") != std::string::npos && which-- == 0) return i;
  }
  FAIL("no call of " << callback);
  return 0;
}

std::string& call_of(Lines& lines, const std::string& callback, std::size_t which) {
  return lines[place_of(lines, callback, which)];
}

std::string& answer_of(Lines& lines, const std::string& method, std::size_t which) {
  for (std::string& line : lines) {
    const bool answer = line.find("\"model\":\"answer\"") != std::string::npos;
    if (answer && value_of(line, "method") == '"' + method + '"' && which-- == 0) return line;
  }
  FAIL("no answer of " << method);
  return lines.front();
}

std::string& asked(Lines& lines, const std::string& method, const std::string& hr, std::size_t which) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("\"info\":\"" + method + "\",\"inside\"") == std::string::npos) continue;
    std::string& answer = lines[return_of(lines, i)];
    if (value_of(answer, "hr") == hr && which-- == 0) return answer;
  }
  FAIL("no answer " << hr << " of " << method);
  return lines.front();
}

std::string& asked_with(Lines& lines, const std::string& method, std::string_view text) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("\"info\":\"" + method + "\",\"inside\"") == std::string::npos) continue;
    std::string& answer = lines[return_of(lines, i)];
    if (answer.find(text) != std::string::npos) return answer;
  }
  FAIL("no answer of " << method << " with " << text);
  return lines.front();
}

std::string number_of(const std::string& line) {
  return line.substr(5, line.find(',') - 5);
}

std::size_t return_of(const Lines& lines, std::size_t entry) {
  const std::string number = number_of(lines[entry]);
  for (std::size_t i = entry; i < lines.size(); ++i) {
    if (lines[i].find("\"ret\":" + number + ",") != std::string::npos) return i;
  }
  FAIL("no return of line " << number);
  return 0;
}

void erase_call(Lines& lines, const std::string& callback, std::size_t which) {
  const std::size_t entry = place_of(lines, callback, which), last = return_of(lines, entry);
  std::vector<std::string> gone{number_of(lines[entry])};
  const auto names_gone = [&](const std::string& line, const std::string& key) {
    return std::ranges::any_of(gone, [&](const std::string& number) {
      return line.find('"' + key + "\":" + number + ",") != std::string::npos;
    });
  };
  Lines kept(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(entry));
  for (std::size_t i = entry; i < lines.size(); ++i) {
    if (i <= last && names_gone(lines[i], "inside")) gone.push_back(number_of(lines[i]));
    const bool is_gone = i <= last && (names_gone(lines[i], "n") || names_gone(lines[i], "ret"));
    if (!is_gone) kept.push_back(lines[i]);
  }
  lines = std::move(kept);
}

void erase_suspension(Lines& lines, std::size_t which) {
  for (const char* const name : {"RuntimeSuspendStarted", "RuntimeThreadSuspended", "RuntimeSuspendFinished",
                                 "RuntimeResumeStarted", "RuntimeThreadResumed", "RuntimeResumeFinished"}) {
    const std::string call = "\"call\":\"" + std::string(name) + "\"";
    const bool there = std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(call) != std::string::npos; });
    if (there) erase_call(lines, name, which);
  }
}

void add_call(Lines& lines, std::size_t place, const std::string& number, const std::string& thread,
              const std::string& call) {
  const std::string returned = std::to_string(std::stoull(number) + 1);
  const std::string from = R"("t":)" + thread + ",";
  const Lines both{R"({"n":)" + number + "," + from + R"("call":)" + call + "}",
                   R"({"n":)" + returned + "," + from + R"("ret":)" + number + R"(,"hr":0})"};
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place + 1), both.begin(), both.end());
}

void put_on_thread(Lines& lines, std::size_t entry, const std::string& from, const std::string& to) {
  const std::size_t last = return_of(lines, entry);
  for (std::size_t i = entry; i <= last; ++i) replace(lines[i], "\"t\":" + from + ",", "\"t\":" + to + ",");
}

void ask_on_another_thread(Lines& lines, const std::string& method, const std::string& out) {
  const std::string& answer = asked(lines, method, "0");
  const std::string entry = value_of(answer, "ret");
  const auto back = static_cast<std::ptrdiff_t>(&answer - lines.data());
  const std::string args = value_of(line_with(lines, "{\"n\":" + entry + ","), "args");
  lines.insert(lines.begin() + back + 1, R"({"n":900002,"t":99,"ret":900001,"hr":0,"out":)" + out + "}");
  lines.insert(lines.begin() + back, R"({"n":900001,"t":99,"info":")" + method + R"(","args":)" + args + "}");
}

void return_after(Lines& lines, std::size_t entry, std::size_t place) {
  const auto back = lines.begin() + static_cast<std::ptrdiff_t>(return_of(lines, entry));
  std::rotate(back, back + 1, lines.begin() + static_cast<std::ptrdiff_t>(place + 1));
}

std::string value_of(const std::string& line, std::string_view key, Path path) {
  const Span span = span_of(line, key, path);
  return line.substr(span.begin, span.end - span.begin);
}

void set(std::string& line, std::string_view key, std::string_view json) {
  set(line, key, {}, json);
}

void set(std::string& line, std::string_view key, Path path, std::string_view json) {
  const Span span = span_of(line, key, path);
  line.replace(span.begin, span.end - span.begin, json);
}

void add_to(std::string& line, std::string_view key, long long amount, Path path) {
  set(line, key, path, std::to_string(std::stoll(value_of(line, key, path)) + amount));
}

void drop_item(std::string& line, std::string_view key, Path path) {
  Span span = span_of(line, key, path);
  if (line[span.end] == ',') {
    ++span.end;
  } else if (line[span.begin - 1] == ',') {
    --span.begin;
  }
  line.erase(span.begin, span.end - span.begin);
}

void append(std::string& line, std::string_view key, std::string_view json) {
  const Span span = span_of(line, key, {});
  const bool empty = span.end - span.begin == 2;
  line.insert(span.end - 1, (empty ? "" : ",") + std::string(json));
}

void append_key(std::string& line, std::string_view member) {
  line.insert(line.rfind('}'), "," + std::string(member));
}

Lines numbered(Lines lines) {
  number_anew(lines);
  return lines;
}

std::vector<rules::Verdict> verdicts_of(const Lines& numbered) {
  std::string text;
  for (const std::string& line : numbered) text += line + "\n";
  return judge(text);
}

RuleIds verdict(Lines lines) {
  return broken(verdicts_of(numbered(std::move(lines))));
}

}  // namespace gcrucible::tests

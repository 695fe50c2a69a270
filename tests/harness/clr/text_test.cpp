#include "harness/clr/text.h"

#include "tests/support/property.h"

namespace gcrucible::clr {
namespace {

TEST_CASE("text: UTF-8 and UTF-16 are converted both ways") {
  CHECK(to_utf16("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80") == u"aä€😀");
  CHECK(to_utf8(u"aä€😀") == "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(to_utf16("").empty());
}

TEST_CASE("text: invalid input becomes U+FFFD and nothing is read beyond the end") {
  CHECK(to_utf16("\xC3") == u"\uFFFD");
  CHECK(to_utf16("\xF0\x9F\x98") == u"\uFFFD");
  CHECK(to_utf16("\xFFz") == u"\uFFFDz");
  CHECK(to_utf8(std::u16string(1, char16_t{0xD83D})) == "\xEF\xBF\xBD");
  CHECK(to_utf8(std::u16string(1, char16_t{0xDE00})) == "\xEF\xBF\xBD");
  tests::property("any bytes are converted", [](const std::string& bytes) { to_utf8(to_utf16(bytes)); });
}

TEST_CASE("copy_text: counts the terminator and truncates and always terminates") {
  abi::ULONG count = 0;
  char16_t buffer[4] = {u'x', u'x', u'x', u'x'};
  copy_text(u"abcd", 4, &count, buffer);
  CHECK(count == 5);
  CHECK(std::u16string(buffer) == u"abc");
  copy_text(u"abcd", 1, nullptr, buffer);
  CHECK(buffer[0] == 0);
  buffer[0] = u'x';
  copy_text(u"abcd", 0, &count, buffer);
  CHECK(buffer[0] == u'x');
  copy_text(u"", 4, &count, buffer);
  CHECK(count == 1);
  CHECK(buffer[0] == 0);
}

}  // namespace
}  // namespace gcrucible::clr

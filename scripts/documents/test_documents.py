"""Tests of the checks: python3 -B scripts/documents/test_documents.py"""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from documents import commands, layout, sentences  # noqa: E402


class Sentences(unittest.TestCase):
    def test_full_stop_and_capital_end_a_sentence(self):
        self.assertEqual(sentences.split("One. Two (three). `code` four"), ["One.", "Two (three).", "`code` four"])

    def test_name_in_code_begins_a_sentence(self):
        self.assertEqual(len(sentences.split("A host. gcrucible-host runs. .NET does. kHold waits. left() ends.")), 5)

    def test_short_form_and_number_end_none(self):
        self.assertEqual(len(sentences.split("Version 4.5 of it, e.g. this one")), 1)

    def test_list_after_a_colon_counts_by_entry(self):
        self.assertEqual(len(sentences.split("One of: a b; c d; e f.")), 3)
        self.assertEqual(len(sentences.split("A chain; another one; and a third.")), 1)

    def test_code_and_links_count_as_their_text(self):
        self.assertEqual(sentences.count_words("Run `a b c` | now"), 3)
        self.assertEqual(sentences.split("See [the page](a/b.md#c)."), ["See the page."])

    def test_long_sentence_is_found_with_its_line(self):
        found, count = sentences.long_sentences([(7, "word " * 26 + "end.", False), (9, "Short.", False)])
        self.assertEqual([(line, words) for line, words, _ in found], [(7, 27)])
        self.assertEqual(count, 2)

    def test_cell_ends_a_sentence_at_a_semicolon(self):
        cell = "word " * 20 + "; " + "word " * 20
        self.assertEqual(sentences.long_sentences([(1, cell, True)])[0], [])
        self.assertEqual(len(sentences.long_sentences([(1, cell, False)])[0]), 1)


    def test_long_cell_and_paragraph_are_found(self):
        blocks = [(1, "Five words are in this. " * 9, True), (2, "Five words are in this. " * 21, False)]
        self.assertEqual([line for line, _, _ in sentences.long_blocks(blocks)], [1, 2])
        self.assertEqual(sentences.long_blocks([(1, "Five words are in this. " * 8, True)]), [])


class Layout(unittest.TestCase):
    def test_list_is_set_apart_and_indented_by_four(self):
        self.assertEqual(layout.as_mkdocs_reads("Text:\n- a\n  - b\n\nEnd"), "Text:\n\n- a\n    - b\n\nEnd")

    def test_code_in_an_item_keeps_its_own_indentation(self):
        self.assertEqual(layout.as_mkdocs_reads("1. a\n\n   ```\n   b\n     c\n   ```"),
                         "1. a\n\n    ```\n    b\n      c\n    ```")

    def test_code_outside_a_list_is_unchanged(self):
        text = "```yaml\nsteps:\n  - a: 1\n```"
        self.assertEqual(layout.as_mkdocs_reads(text), text)


class Outputs(unittest.TestCase):
    def test_dots_stand_for_any_text(self):
        self.assertRegex("source a; b\n  (c)", commands.pattern("source …\n  (c)\n", False))
        self.assertNotRegex("source a", commands.pattern("target …", False))

    def test_numbers_match_others_only_where_masked(self):
        self.assertRegex("1,234 cases", commands.pattern("7 cases", True))
        self.assertNotRegex("1,234 cases", commands.pattern("7 cases", False))

    def test_line_of_dots_divides_an_output(self):
        self.assertEqual(commands.parts("a\n…\nb\n"), ["a\n", "b\n"])


if __name__ == "__main__":
    unittest.main()

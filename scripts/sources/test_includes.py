"""Tests of the check of includes: python3 -B scripts/sources/test_includes.py"""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from sources import includes  # noqa: E402

HEADER = "namespace a::b {\nstruct Row {\n  int cells;\n};\nconstexpr int kMost = 1;\nint count(const Row& row);\n}\n"


def missing(source, others=()):
    texts = {"x/row.h": HEADER, "x/use.cpp": source, **dict(others)}
    return includes.Sources(texts).missing("x/use.cpp")


class Includes(unittest.TestCase):
    def test_name_of_a_header_out_of_reach_is_found(self):
        for use in ("Row r;", "int most = kMost;", "int f() { return least(1, kMost, 2); }", "int n = count(all);"):
            self.assertEqual(list(missing("namespace a::b {\n" + use + "\n}\n").values()), [["x/row.h"]], use)

    def test_qualified_name_is_found_from_another_namespace(self):
        self.assertEqual(list(missing("namespace a::c {\nint f() { return b::count({}); }\n}\n")), ["count"])

    def test_name_from_another_namespace_is_not_meant(self):
        self.assertEqual(missing("namespace a::c {\nRow r;\n}\n"), {})

    def test_include_by_any_way_is_enough(self):
        use = "namespace a::b {\nRow r;\n}\n"
        self.assertEqual(missing('#include "x/row.h"\n' + use), {})
        self.assertEqual(missing('#include "row.h"\n' + use), {})
        self.assertEqual(missing('#include "x/far.h"\n' + use, {"x/far.h": '#include "x/row.h"\n'}.items()), {})

    def test_headers_may_include_each_other(self):
        circle = {"x/p.h": '#include "x/q.h"\n', "x/q.h": '#include "x/p.h"\n'}
        self.assertEqual(list(missing('#include "x/p.h"\nnamespace a::b {\nRow r;\n}\n', circle.items())), ["Row"])
        circle["x/q.h"] += '#include "x/row.h"\n'
        sources = includes.Sources({"x/row.h": HEADER, "x/use.h": '#include "x/q.h"\nnamespace a::b {\nRow r;\n}\n', **circle})
        self.assertEqual([sources.missing(path) for path in ("x/p.h", "x/q.h", "x/use.h")], [{}, {}, {}])

    def test_own_declaration_hides_the_others(self):
        self.assertEqual(missing("namespace a::b {\nstruct Row {\n};\nRow r;\nint count(int n);\nint m = count(1);\n}\n"), {})

    def test_announced_class_is_enough_for_a_header_only(self):
        text = "namespace a::b {\nclass Row;\nvoid f(const Row& row);\n}\n"
        self.assertEqual(list(missing(text)), ["Row"])
        self.assertEqual(includes.Sources({"x/row.h": HEADER, "x/use.h": text}).missing("x/use.h"), {})

    def test_members_comments_and_strings_are_no_uses(self):
        self.assertEqual(missing('namespace a::b {\n// Row\nauto s = "Row"; int n = list.count(s);\n}\n'), {})


if __name__ == "__main__":
    unittest.main()

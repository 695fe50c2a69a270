"""Words of the pages in docs/ that people write. Examples count; bars of tables and generated parts do not."""

import re

from documents import pages

MOST_WORDS = 60000


def count(text):
    return sum(1 for word in text.split() if re.search(r"\w", word))


def problems(most=12):
    inside = [page for page in pages.pages() if page.startswith("docs/")]
    by_hand = {page: count(pages.written_by_hand(page)) for page in inside}
    total = sum(by_hand.values())
    generated = sum(count(pages.text_of(page)) for page in inside) - total
    for page, words in sorted(by_hand.items(), key=lambda each: -each[1])[:most]:
        print(f"{words:7}  {page}")
    print(f"{total:7}  in all {len(inside)} pages of docs/, besides {generated} generated ones")
    if total <= MOST_WORDS:
        return []
    return [f"docs/ has {total} words written by hand; the limit is {MOST_WORDS}"]

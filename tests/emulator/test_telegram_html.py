"""Telegram's HTML: what it means, how it is refused, and that a page may show it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.entities import found_in, trimmed, utf16_length
from emulator.html import parse
from emulator.refusals import Refused
from emulator.rendering import render


def bare(entities: list[dict]) -> list[tuple]:
    return [(entity["type"], entity["offset"], entity["length"]) for entity in entities]


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>♠A</b> and <strong>K</strong>", "♠A and K", [("bold", 0, 2), ("bold", 7, 1)]),
        ("<i>a</i><em>b</em>", "ab", [("italic", 0, 1), ("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [("underline", 0, 1), ("underline", 1, 1)]),
        ("<s>a</s><strike>b</strike><del>c</del>", "abc", [("strikethrough", n, 1) for n in range(3)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [("spoiler", 0, 1)]),
        ("<code>6♠</code>", "6♠", [("code", 0, 2)]),
        ("<pre>a\nb</pre>", "a\nb", [("pre", 0, 3)]),
        ("<blockquote>a</blockquote>", "a", [("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("<b><i>ab</i></b>", "ab", [("bold", 0, 2), ("italic", 0, 2)]),
        ("<i><b>ab</b></i>", "ab", [("bold", 0, 2), ("italic", 0, 2)]),
        ("🎴<b>🎴</b>", "🎴🎴", [("bold", 2, 2)]),
        ("<B>a</b >", "a", [("bold", 0, 1)]),
        ("<b>a</>", "a", [("bold", 0, 1)]),
        ("<b title=x>a</b>", "a", [("bold", 0, 1)]),
        ("<b></b>a", "a", []),
        ("&lt;b&gt; &amp;&quot;", '<b> &"', []),
        ("&lt &nbsp; & &#9824; &#x2660;", "< &nbsp; & ♠ ♠", []),
        ("&#0; &#99999999;", "&#0; &#99999999;", []),
    ],
)
def test_means(markup: str, text: str, entities: list[tuple]):
    parsed, found = parse(markup)
    assert (parsed, bare(found)) == (text, entities)


def test_links_have_an_address():
    text, [entity] = parse('<a href="https://t.me/x?start=a&amp;b">open</a>')
    assert (text, entity) == (
        "open",
        {"type": "text_link", "offset": 0, "length": 4, "url": "https://t.me/x?start=a&b"},
    )


def test_a_link_without_address_leads_to_its_text():
    _, [entity] = parse("<a>example.org/rules</a>")
    assert entity["url"] == "http://example.org/rules"


def test_a_link_that_leads_nowhere_is_plain_text():
    assert parse('<a href="javascript:alert(1)">x</a>') == ("x", [])
    assert parse("<a>x</a>") == ("x", [])


def test_a_person_may_be_mentioned_by_id():
    _, [entity] = parse('<a href="tg://user?id=101">Anna</a>')
    assert entity == {"type": "text_mention", "offset": 0, "length": 4, "user": {"id": 101}}


@pytest.mark.parametrize(
    "markup",
    ['<pre><code class="language-python">x</code></pre>', '<code class="language-python"><pre>x</pre></code>'],
)
def test_code_in_a_language_is_one_entity(markup: str):
    _, [entity] = parse(markup)
    assert entity == {"type": "pre", "offset": 0, "length": 1, "language": "python"}


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ("<b>", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b><i></b>", 'Unmatched end tag at byte offset 6, expected "</i>", found "</b>"'),
        ("♥ </b>", "Unexpected end tag at byte offset 4"),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<br>", 'Unsupported start tag "br" at byte offset 0'),
        ("<br/>", 'Unsupported start tag "br/" at byte offset 0'),
        ("1 <2>", 'Unsupported start tag "2" at byte offset 2'),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("&amp;<a =x>", 'Empty attribute name in the tag "a" at byte offset 5'),
        ("<a href>x", 'Can\'t find end tag corresponding to start tag "a"'),
        ("<a href", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x/y>", "Unexpected end of name token at byte offset 8"),
        (
            "&#xd83c;",
            "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code "
            "units",
        ),
    ],
)
def test_is_refused(markup: str, reason: str):
    with pytest.raises(Refused) as refused:
        parse(markup)
    assert refused.value.description == f"Bad Request: can't parse entities: {reason}"


@given(st.text(st.sampled_from("<>/&;=\"' ab♠🎴\n\0#x9"), max_size=40))
def test_any_text_is_either_read_or_refused(markup: str):
    try:
        text, entities = parse(markup)
    except Refused:
        return
    assert all(it["offset"] >= 0 and 0 < it["length"] <= utf16_length(text) - it["offset"] for it in entities)


ESCAPABLE = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(ESCAPABLE)
def test_an_escaped_text_comes_back_as_it_was(text: str):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert parse(f"<b>{escaped}</b>")[0] == text


TAGS = ("b", "i", "u", "s", "code", "tg-spoiler", "blockquote")


@given(st.lists(st.tuples(st.sampled_from(TAGS), ESCAPABLE), max_size=5))
def test_what_is_rendered_means_the_same(parts: list[tuple[str, str]]):
    """Parse, render, parse: the same text, the same entities, for tags within tags."""
    markup = ""
    for tag, text in parts:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        markup = f"<{tag}>{markup}{text}</{tag}>"
    text, entities = parse(markup)
    again, entities_again = parse(render(text, entities).replace("&#x27;", "'"))
    assert again == text
    assert covered(entities_again) == covered(entities)


def covered(entities: list[dict]) -> set[tuple[str, int]]:
    return {(it["type"], unit) for it in entities for unit in range(it["offset"], it["offset"] + it["length"])}


@pytest.mark.parametrize(
    ("text", "entities", "html"),
    [
        ("<script>", [], "&lt;script&gt;"),
        ("a\nb", [], "a\nb"),
        ("ab", [{"type": "bold", "offset": 0, "length": 1}], "<b>a</b>b"),
        (
            "abc",
            [{"type": "bold", "offset": 0, "length": 2}, {"type": "italic", "offset": 1, "length": 2}],
            "<b>a<i>b</i></b><i>c</i>",
        ),
        (
            "x",
            [{"type": "text_link", "offset": 0, "length": 1, "url": 'https://x.org/"><script>'}],
            '<a href="https://x.org/&quot;&gt;&lt;script&gt;">x</a>',
        ),
        ("/play", [{"type": "bot_command", "offset": 0, "length": 5}], "/play"),
    ],
)
def test_a_page_may_show_it(text: str, entities: list[dict], html: str):
    assert render(text, entities) == html


@given(ESCAPABLE, st.lists(st.tuples(st.sampled_from(["bold", "italic", "spoiler"]), st.integers(0, 9))))
def test_whatever_overlaps_is_nested_in_a_page(text: str, spans: list[tuple[str, int]]):
    length = utf16_length(text)
    entities = [
        {"type": kind, "offset": offset, "length": min(3, length - offset)} for kind, offset in spans if offset < length
    ]
    opened: list[str] = []
    for slash, tag in re.findall(r"<(/?)([a-z-]+)>", render(text, entities)):
        if slash:
            assert opened.pop() == tag
        else:
            opened.append(tag)
    assert opened == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/play now", [("bot_command", 0, 5)]),
        ("/play@preferans_bot", [("bot_command", 0, 19)]),
        ("🎴 /play", [("bot_command", 3, 5)]),
        ("1/2 </b> /usr/bin", []),
        ("@anna, see https://example.org/a?b=1.", [("mention", 0, 5), ("url", 11, 25)]),
        ("anna@example", []),
    ],
)
def test_what_telegram_marks_by_itself(text: str, found: list[tuple]):
    assert bare(found_in(text)) == found


def test_white_space_at_the_ends_is_lost():
    text, entities = parse("\n  <b>a </b> \n")
    assert (text, bare(entities)) == ("\n  a  \n", [("bold", 3, 2)])
    assert trimmed(text, entities) == ("a", [{"type": "bold", "offset": 0, "length": 1}])


def test_an_entity_of_white_space_only_is_lost():
    assert trimmed(*parse("a<b> </b>b")) == ("a b", [])

"""Empty sheets on paper, as Chromium prints them: whole, on full pages of A4, with names, ladders and totals."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from cinquina import sheets
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.printed import sheet_words
from pdf_pages import Page, pages_of

A4 = (595, 842)
MARGIN = 28
"""Ten millimetres, in points."""
COPIES = "3"
PAPERS = """() => [...document.querySelectorAll(".paper")].map((paper) => {
  const box = (element) => ["top", "bottom", "left", "right"].map((side) => element.getBoundingClientRect()[side]);
  const shown = (element) => element.getClientRects().length > 0;
  return {
    box: box(paper),
    sheets: [...paper.querySelectorAll("svg")].map((svg) => ({
      box: box(svg), totals: [...svg.querySelectorAll(".total")].filter(shown).length,
      texts: [...svg.querySelectorAll("text")].map((text) => text.textContent),
    })),
  };
})"""
DRAWN = "([kind, n]) => document.querySelectorAll(`svg[data-sheet='${kind}']`).length == n"
MILLIMETRE = 96 / 25.4


def kinds_of(page: Any) -> list[str]:
    """The kinds of sheets to choose from: the sheets of each; one for a game with one kind."""
    values: list[str] = page.locator("#kind option").evaluate_all("(all) => all.map((one) => one.value)")
    return values or [page.locator("#print").get_attribute("data-sheet")]


def printed(page: Any, kind: str) -> tuple[list[dict[str, Any]], list[Page]]:
    """What the page lays out for paper, and what comes out."""
    page.select_option("#count", COPIES)
    if page.locator("#kind").count():
        page.select_option("#kind", kind)
    first = kind.split()[0]
    page.wait_for_function(DRAWN, arg=[first, COPIES])
    page.emulate_media(media="print")
    papers: list[dict[str, Any]] = page.evaluate(PAPERS)
    return papers, pages_of(page.pdf(prefer_css_page_size=True))


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_sheets_are_printed_whole_on_full_pages(game: str, language: str, people: Any) -> None:
    page = people(language=language)
    page.goto(f"/print/{game}")
    page.wait_for_selector("#sheets svg")
    for kind in kinds_of(page):
        papers, pages = printed(page, kind)
        assert len(pages) == len(papers)
        each = len(papers[0]["sheets"])
        assert len(papers) == math.ceil(int(COPIES) * len(kind.split()) / each)
        for paper, sheet_page in zip(papers, pages, strict=True):
            assert_whole(paper)
            assert_as_laid_out(paper, sheet_page)
        used = papers[0]["box"][1] - papers[0]["box"][0]
        assert 270 * MILLIMETRE < used < 277 * MILLIMETRE, "the first page is full"
        assert_complete(kind, language, papers)
        page.emulate_media(media="screen")


def assert_whole(paper: dict[str, Any]) -> None:
    """Sheets lie inside their page, below each other."""
    top, bottom, left, right = paper["box"]
    for sheet in paper["sheets"]:
        above, below, start, end = sheet["box"]
        assert top - 1 <= above < below <= bottom + 1
        assert left - 1 <= start < end <= right + 1
        top = below


def assert_as_laid_out(paper: dict[str, Any], page: Page) -> None:
    """The printed page is A4 and has the texts of its sheets, all inside its margins."""
    assert tuple(round(length) for length in page.size) == A4
    assert Counter(text for text, _, _ in page.texts) == Counter(
        text for one in paper["sheets"] for text in one["texts"]
    )
    for text, x, y in page.texts:
        assert MARGIN - 1 <= x <= A4[0] - MARGIN, text
        assert MARGIN - 1 <= y <= A4[1] - MARGIN, text


def assert_complete(kind: str, language: str, papers: list[dict[str, Any]]) -> None:
    """Every sheet has its lines for names, ladders of points and boxes for totals."""
    ids = kind.split() * int(COPIES)
    for name, sheet in zip(ids, [one for paper in papers for one in paper["sheets"]], strict=True):
        told, said = sheets.raw(name), sheet_words(words(language), name)["words"]
        texts = Counter(sheet["texts"])
        assert texts[said["name"]] == len(told["name_lines"])
        assert sheet["totals"] == len(told.get("totals", []))
        for ladder in told.get("ladders", []):
            table = told["scores"][ladder["score"]]
            assert {str(points) for points in table if points} <= set(texts)
        for text in told.get("texts", []):
            assert texts[text.get("text") or said[text["key"]]]

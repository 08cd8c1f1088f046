"""The documentation: every link leads somewhere, and the site is built of all pages without a warning."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ("*.md", "docs/**/*.md", "bench/**/*.md", "tests/golden/*.md", "src/**/*.md")
PAGES = sorted({page for pattern in TEXTS for page in ROOT.glob(pattern)})
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """What a page can be linked to at: its headings, in lower case, without signs, with hyphens for blanks."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / unquote(path)).resolve() if path else page
        assert found.exists(), target
        assert found.is_relative_to(ROOT), target
        assert not anchor or anchor in anchors(found), target


class Links(HTMLParser):
    """What a page of the site leads to, and the places in it that can be led to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a tag leads, and what it is called."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name == "id" and value:
                self.places.add(value)


def built(folder: Path, *options: str) -> Path:
    """Build the site into a folder and return that of its pages."""
    if not importlib.util.find_spec("sphinx"):
        pytest.skip("Sphinx is not installed: run make docs before")
    command = [sys.executable, str(ROOT / "docs" / "site" / "build.py"), *options, "--into", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, without the modules of packages in its reference."""
    return built(tmp_path_factory.mktemp("site"), "--quick")


@cache
def led_to(folder: Path, path: str) -> Path | None:
    """The file that a path in a page of a folder leads to; every page has the same long list of links."""
    found = (folder / unquote(path)).resolve()
    return found if found.is_file() else None


def check_links(site: Path) -> None:
    """Check that every link of a site leads to a file and a place in it."""
    links = {page: Links(page) for page in site.rglob("*.html")}
    for page, told in links.items():
        for target in told.targets:
            url = urlsplit(target)
            if url.scheme or url.netloc:
                assert url.scheme != "file", target
                continue
            found = led_to(page.parent, url.path) if url.path else page
            assert found, f"{page.name}: {target}"
            if url.fragment and found.suffix == ".html":
                assert unquote(url.fragment) in links[found].places, f"{page.name}: {target}"


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    check_links(site)


@pytest.mark.prove
def test_the_site_with_all_modules_is_built_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    whole = built(tmp_path)
    check_links(whole)
    assert 'id="cinquina.rl.single.OneSeat"' in (whole / "reference" / "rl.html").read_text(encoding="utf-8")
    assert 'id="cinquina.truth.of"' in (whole / "reference" / "truth.html").read_text(encoding="utf-8")


def test_every_page_can_be_reached_from_the_first(site: Path) -> None:
    reached: set[Path] = set()
    coming = [site / "index.html"]
    while coming:
        page = coming.pop()
        if page not in reached:
            reached.add(page)
            paths = [urlsplit(target).path for target in Links(page).targets if not urlsplit(target).scheme]
            found = [(page.parent / unquote(path)).resolve() for path in paths if path.endswith(".html")]
            coming += [page for page in found if page.is_relative_to(site)]
    wanted = {site / f"{name.removesuffix('.md')}.html" for name in NAMES if name.startswith("docs/")}
    assert {site / "reference" / "cinquina.html", site / "CHANGELOG.html"} | wanted <= reached


def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"(https?:[^\"]*)", page.read_text(encoding="utf-8")
        )
        assert loaded == [], page.name


def test_the_public_names_are_in_the_reference(site: Path) -> None:
    import cinquina

    text = (site / "reference" / "cinquina.html").read_text(encoding="utf-8")
    for name in cinquina.__all__:
        assert name == "__version__" or f">{name}</span>" in text, name

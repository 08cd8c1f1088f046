"""Builds the documentation as a site: `make docs`, or `python3 run.py docs`.

The pages of docs/ and those beside the README are laid out in site/source as they lie in the project, so that their
links to one another hold. A page for the public API and one a room is made from the docstrings. Sphinx makes
site/html of it; a warning is an error, such as a link that leads nowhere or a page that nothing leads to.
"""

from __future__ import annotations

import argparse
import inspect
import pkgutil
import shutil
from pathlib import Path

from sphinx.cmd.build import build_main

import cinquina

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SITE = ROOT / "site"
PROGRAMMING = ["adding-a-game", "extending", "simulating", "bots", "strength", "record", "web-protocol", "security"]
PROJECT = ("CONTRIBUTING", "CHANGELOG", "SECURITY", "docs/decisions/README", "bench/results")
ROOMS = tuple(module.name for module in pkgutil.iter_modules(cinquina.__path__) if module.ispkg)
HIDDEN = ("cinquina.store.migrations",)
"""Scripts that Alembic runs."""


def main() -> int:
    """Build the site; the exit code."""
    asked = argparse.ArgumentParser(description="Builds the documentation as a site.")
    asked.add_argument("--into", type=Path, default=SITE, help="the folder for it")
    asked.add_argument("--quick", action="store_true", help="leave the rooms' modules out of the reference")
    wishes = asked.parse_args()
    return build(wishes.into.absolute(), quick=wishes.quick)


def build(site: Path, *, quick: bool) -> int:
    """Lay the pages out and have Sphinx draw them; the exit code."""
    source, work, html = site / "source", site / "work", site / "html"
    for folder in (source, work, html):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(source, quick=quick)
    code: int = build_main(["-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(work), str(source), str(html)])
    if code == 0:
        print(f"The site begins at {html / 'index.html'}")
    return code


def lay_out(source: Path, *, quick: bool) -> None:
    """All pages at the places they have in the project, those made from docstrings, and the way to all of them."""
    shutil.copytree(ROOT / "docs", source / "docs", ignore=shutil.ignore_patterns("*.py", "__pycache__", "site"))
    for page in PROJECT:
        (source / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / f"{page}.md", source / f"{page}.md")
    (source / "reference").mkdir()
    for name, text in references(quick=quick).items():
        (source / "reference" / f"{name}.md").write_text(text, encoding="utf-8")
    append(source / "docs" / "decisions" / "README.md", [contents("", names_in(source, "docs/decisions"))])
    shutil.copy(ROOT / "LICENSE", source / "LICENSE")
    shutil.copy(ROOT / "README.md", source / "index.md")
    append(source / "index.md", navigation(source))


def navigation(source: Path) -> list[str]:
    """The contents of the site; a page that nobody has given a place stands with the programmers' pages."""
    rules, usual = names_in(source, "docs/rules"), [f"docs/{name}" for name in PROGRAMMING]
    others = [name for name in names_in(source, "docs") if name not in usual]
    return [
        contents("The rules", [name for name in rules if name.endswith(".en")]),
        contents("Le regole", [name for name in rules if name.endswith(".it")]),
        contents("For programmers", [*usual, *others]),
        contents("Reference", ["reference/cinquina", *(f"reference/{room}" for room in ROOMS)]),
        contents("The project", PROJECT),
    ]


def names_in(source: Path, folder: str) -> list[str]:
    """The pages of a folder, but for the one that lists them."""
    found = sorted((source / folder).glob("*.md"))
    return [page.relative_to(source).with_suffix("").as_posix() for page in found if page.stem != "README"]


def contents(caption: str, names: list[str] | tuple[str, ...]) -> str:
    """A table of contents for the margin."""
    lines = [f":caption: {caption}"] if caption else []
    return "\n".join(["```{toctree}", ":hidden:", *lines, "", *(f"/{name}" for name in names), "```"])


def append(page: Path, blocks: list[str]) -> None:
    """Put blocks at the end of a page."""
    page.write_text("\n\n".join([page.read_text(encoding="utf-8"), *blocks]) + "\n", encoding="utf-8")


def references(*, quick: bool) -> dict[str, str]:
    """The pages made from docstrings: the public API, and every room with its modules."""
    own = [name for name in cinquina.__all__ if getattr(getattr(cinquina, name), "__module__", "") == "cinquina"]
    others = [name for name in cinquina.__all__ if name not in own and name != "__version__"]
    public = [automodule("cinquina", members=", ".join(own)), *map(elsewhere, others)]
    return {
        "cinquina": "\n\n".join(["# The public API", *public]),
        **{room: reference(room, quick=quick) for room in ROOMS},
    }


def elsewhere(name: str) -> str:
    """The block for a public name that is at home in a room, whose page the index leads to."""
    thing = getattr(cinquina, name)
    kind = "class" if inspect.isclass(thing) else "function" if inspect.isfunction(thing) else "data"
    members = ["   :members:"] if kind == "class" else []
    return "\n".join(["```{eval-rst}", f".. auto{kind}:: cinquina.{name}", "   :no-index:", *members, "```"])


def reference(room: str, *, quick: bool) -> str:
    """The page of a room."""
    package = f"cinquina.{room}"
    path = [str(Path(cinquina.__path__[0]) / room)]
    inner = [module.name for module in pkgutil.walk_packages(path, f"{package}.")]
    shown = [] if quick else [name for name in inner if not name.startswith(HIDDEN)]
    parts = [f"# {room}", automodule(package)]
    for name in shown:
        parts += [f"## {name.removeprefix(package + '.')}", automodule(name)]
    return "\n\n".join(parts)


def automodule(name: str, members: str = "") -> str:
    """The block that Sphinx replaces by the docstrings of a module."""
    return "\n".join(["```{eval-rst}", f".. automodule:: {name}", f"   :members: {members}".rstrip(), "```"])


if __name__ == "__main__":
    raise SystemExit(main())

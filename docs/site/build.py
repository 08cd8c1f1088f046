"""Build the documentation site: `make docs`, or `python3 run.py docs`.

Copies the pages of docs/ and those beside the README to site/source with their folder structure, so that their links to
each other work. Generates a page for the public API and one per package or single module from the docstrings. Sphinx
builds site/html from that; warnings, such as a broken link or an unreachable page, are errors.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil
import shutil
from pathlib import Path

from sphinx.cmd.build import build_main

import cinquina

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SITE = ROOT / "site"
PROGRAMMING = [
    "adding-a-game",
    "extending",
    "simulating",
    "research",
    "bots",
    "strength",
    "coach",
    "record",
    "web-protocol",
    "security",
]
PROJECT = ("CONTRIBUTING", "CHANGELOG", "SECURITY", "docs/decisions/README", "bench/results")
PACKAGES = tuple(module.name for module in pkgutil.iter_modules(cinquina.__path__) if module.name != "__main__")
"""The packages, and the modules that are in none."""
HIDDEN = ("cinquina.store.migrations",)
"""Scripts that Alembic runs."""


def main() -> int:
    """Build the site; return the exit code."""
    asked = argparse.ArgumentParser(description="Build the documentation site.")
    asked.add_argument("--into", type=Path, default=SITE, help="the output folder")
    asked.add_argument("--quick", action="store_true", help="leave the modules out of the reference")
    options = asked.parse_args()
    return build(options.into.absolute(), quick=options.quick)


def build(site: Path, *, quick: bool) -> int:
    """Prepare the pages and run Sphinx; return the exit code."""
    source, work, html = site / "source", site / "work", site / "html"
    for folder in (source, work, html):
        shutil.rmtree(folder, ignore_errors=True)
    prepare(source, quick=quick)
    code: int = build_main(["-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(work), str(source), str(html)])
    if code == 0:
        print(f"Open {html / 'index.html'}")
    return code


def prepare(source: Path, *, quick: bool) -> None:
    """Copy all pages, generate those from docstrings, and add the tables of contents."""
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
    """Return the navigation of the site; a page without a place is listed with the programmers' pages."""
    rules, usual = names_in(source, "docs/rules"), [f"docs/{name}" for name in PROGRAMMING]
    others = [name for name in names_in(source, "docs") if name not in usual]
    return [
        contents("The rules", [name for name in rules if name.endswith(".en")]),
        contents("Le regole", [name for name in rules if name.endswith(".it")]),
        contents("For programmers", [*usual, *others]),
        contents("Reference", ["reference/cinquina", *(f"reference/{package}" for package in PACKAGES)]),
        contents("The project", PROJECT),
    ]


def names_in(source: Path, folder: str) -> list[str]:
    """Return the pages of a folder, without its README."""
    found = sorted((source / folder).glob("*.md"))
    return [page.relative_to(source).with_suffix("").as_posix() for page in found if page.stem != "README"]


def contents(caption: str, names: list[str] | tuple[str, ...]) -> str:
    """Return a table of contents for the sidebar."""
    lines = [f":caption: {caption}"] if caption else []
    return "\n".join(["```{toctree}", ":hidden:", *lines, "", *(f"/{name}" for name in names), "```"])


def append(page: Path, blocks: list[str]) -> None:
    """Append blocks to a page."""
    page.write_text("\n\n".join([page.read_text(encoding="utf-8"), *blocks]) + "\n", encoding="utf-8")


def references(*, quick: bool) -> dict[str, str]:
    """Return the pages generated from docstrings: the public API, packages with their modules, and single modules."""
    own = [name for name in cinquina.__all__ if getattr(getattr(cinquina, name), "__module__", "") == "cinquina"]
    others = [name for name in cinquina.__all__ if name not in own and name != "__version__"]
    public = [automodule("cinquina", members=", ".join(own)), *map(elsewhere, others)]
    return {
        "cinquina": "\n\n".join(["# The public API", *public]),
        **{package: reference(package, quick=quick) for package in PACKAGES},
    }


def elsewhere(name: str) -> str:
    """Return the block for a public name that is defined in a package; the index points to that package's page."""
    thing = getattr(cinquina, name)
    kind = "class" if inspect.isclass(thing) else "function" if inspect.isfunction(thing) else "data"
    members = ["   :members:"] if kind == "class" else []
    return "\n".join(["```{eval-rst}", f".. auto{kind}:: cinquina.{name}", "   :no-index:", *members, "```"])


def reference(package: str, *, quick: bool) -> str:
    """Return the page of a package or a single module."""
    module = f"cinquina.{package}"
    path = [str(Path(cinquina.__path__[0]) / package)]
    inner = [found.name for found in pkgutil.walk_packages(path, f"{module}.")]
    shown = [] if quick else [name for name in inner if not name.startswith(HIDDEN)]
    parts = [f"# {package}", automodule(module)]
    for name in shown:
        inside = name.removeprefix(f"{module}.")
        parts += [f"## {inside}", automodule(name, indexed=not is_shared(module, inside))]
    return "\n\n".join(parts)


def is_shared(package: str, name: str) -> bool:
    """Return whether a package has a function and a module of the same name; the index points to the function."""
    return inspect.isfunction(getattr(importlib.import_module(package), name, None))


def automodule(name: str, members: str = "", *, indexed: bool = True) -> str:
    """Return the block that Sphinx replaces by the docstrings of a module."""
    options = [f"   :members: {members}".rstrip(), *([] if indexed else ["   :no-index:"])]
    return "\n".join(["```{eval-rst}", f".. automodule:: {name}", *options, "```"])


if __name__ == "__main__":
    raise SystemExit(main())

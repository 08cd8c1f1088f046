"""Mutation testing: make one small change in the rules at a time, and check whether the tests notice.

    python3 run.py prove                          all long proofs, this one last
    .venv/bin/python bench/mutate.py [WORD …]     this one alone; with words, only files whose path contains one of them
    .venv/bin/python bench/mutate.py --again      only survivors of the last run (of these files; the others are kept)
    … --again tests/games/test_extra_telling.py   these against new tests alone: they have survived all others

A mutant is a file of games/ or core/ with one change: a comparison, an operator, a number, a string, a condition or a
statement. Each runs in a forked process against the tests of its game, the fastest first, until one fails. Survivors
are listed with their lines; bench/results.md explains the remaining ones.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
TESTS = ROOT / "tests"
REPORT = ROOT / "bench" / "mutants.json"
SECONDS = 25
"""The time limit for one group of tests, which takes a few seconds; a mutant that never ends counts as killed."""
WORKERS = os.cpu_count() or 1
LAWS_EXAMPLES = "8"
"""Random games for each law; fewer than in the test suite, since there are thousands of mutants."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


Row = dict[str, str | int]
"""A survivor as it stands in the report, which is beside this file: path, line, what."""


@dataclass(frozen=True)
class Mutant:
    """One change in one file."""

    path: str
    line: int
    what: str
    source: str

    @property
    def module(self) -> str:
        """Return the module name of the file."""
        return ".".join(Path(self.path).with_suffix("").parts[1:]).removesuffix(".__init__")

    @property
    def row(self) -> Row:
        """Return the mutant as it stands in the report."""
        return {"path": self.path, "line": self.line, "what": self.what}

    @property
    def game(self) -> str:
        """Return the package of the game that the file belongs to; empty for files of all games."""
        folder = Path(self.path).parent
        return folder.name if folder.parent.name == "games" else ""


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = without_effect(tree)
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        for what, undo in changes(node):
            yield Mutant(str(path.relative_to(ROOT)), getattr(node, "lineno", 0), what, ast.unparse(tree))
            undo()


def without_effect(tree: ast.AST) -> set[int]:
    """Return docstrings and annotations, which have no effect."""
    found: set[int] = set()
    for node in ast.walk(tree):
        for child in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if child is not None:
                found.update(id(inner) for inner in ast.walk(child))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.update((id(node), id(node.value)))
        if isinstance(node, ast.ImportFrom | ast.Import | ast.Assign) and "__all__" in ast.unparse(node):
            found.update(id(inner) for inner in ast.walk(node))
    return found


def changes(node: ast.AST) -> Iterator[tuple[str, Undo]]:
    """Yield every change to a node in turn; each must be undone before the next."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            if type(operator) in COMPARISONS:
                yield replaced(node.ops, place, COMPARISONS[type(operator)]())
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
        yield set_field(node, "op", OPERATORS[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield set_field(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield set_field(node, "op", ast.UAdd())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield set_field(node, "value", node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield set_field(node, "value", node.value + "X")
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield set_field(node, "test", ast.UnaryOp(ast.Not(), node.test))
    yield from removals(node)


def removals(node: ast.AST) -> Iterator[tuple[str, Undo]]:
    """Remove each statement of a block in turn."""
    for body in ("body", "orelse"):
        statements = getattr(node, body, None)
        if isinstance(statements, list):
            for place, statement in enumerate(statements):
                if removable(statement):
                    yield replaced(statements, place, ast.Pass())


def removable(statement: ast.stmt) -> bool:
    """Return whether removing a statement makes a mutant: calls, assignments to fields, raises."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(statement, ast.AugAssign | ast.Raise)


class Undo:
    """Undoes a mutation."""

    def __init__(self, holder: object, key: str | int, old: object) -> None:
        self.holder, self.key, self.old = holder, key, old

    def __call__(self) -> None:
        if isinstance(self.holder, list):
            self.holder[int(self.key)] = self.old
        else:
            setattr(self.holder, str(self.key), self.old)


def replaced(items: list[ast.AST] | Sequence[ast.AST], place: int, new: ast.AST) -> tuple[str, Undo]:
    """Replace the node at a place of a list."""
    assert isinstance(items, list)
    old = items[place]
    items[place] = ast.copy_location(new, old) if hasattr(old, "lineno") else new
    shown = ast.unparse(old) if isinstance(old, ast.stmt) else type(old).__name__
    return f"{shown} -> {type(new).__name__}", Undo(items, place, old)


def set_field(node: ast.AST, name: str, new: object) -> tuple[str, Undo]:
    """Set a field of a node to another value."""
    old = getattr(node, name)
    before = ast.unparse(node)
    setattr(node, name, new)
    if isinstance(new, ast.AST):
        ast.fix_missing_locations(node)
    return f"{before} -> {ast.unparse(node)}", Undo(node, name, old)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from its mutated source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        origin = str(ROOT / self.mutant.path)
        folder = [str(Path(origin).parent)] if origin.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(name, origin, loader=self, submodule_search_locations=folder)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source, self.mutant.path, "exec"), module.__dict__)


def stages(mutant: Mutant) -> list[list[str]]:
    """Return the tests that could notice, in groups, the fastest first; the files named on the command line alone."""
    named = [word for word in sys.argv[1:] if word.startswith("tests/")]
    if named:
        return [[str(ROOT / word) for word in named]]
    texts = ["every/test_words.py", "term/test_play.py"]
    if mutant.game:
        module = f"test_{mutant.game}.py"
        groups = [[f"games/{module}"], [f"games/test_{mutant.game}_telling.py"], [f"independent/{module}"]]
        groups += [["trees", "played"]]
        groups += [["every/test_core.py", "every/test_core_edges.py"], texts, ["every/test_laws.py"]]
    else:
        groups = [
            ["every/test_core.py", "every/test_core_edges.py"],
            ["games", "trees", "played"],
            texts,
            ["every/test_sheets.py"],
        ]
        groups += [["independent"], ["every/test_laws.py"]]
    return [[str(TESTS / part) for part in group] for group in groups]


def judge(mutant: Mutant) -> int:
    """Run the tests against a mutant in this process; the exit code is 1 if one failed."""
    import pytest

    sys.meta_path.insert(0, Finder(mutant))
    sys.path.insert(0, str(ROOT))  # some tests import tools/
    try:
        if mutant.game:
            only_this_game(mutant)
    except Exception:
        return 1
    words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
    words += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis is loaded before the fork
    for group in stages(mutant):
        signal.alarm(SECONDS)
        code = int(pytest.main([*words, *group]))
        if code:
            return code
    return 0


def only_this_game(mutant: Mutant) -> None:
    """Limit the laws to the game of the mutant."""
    sys.path.insert(0, str(TESTS))
    import wander

    name = mutant.game.replace("_", "-")
    vars(wander)["GAMES"] = {name: vars(wander)["GAMES"][name]}


def start(mutant: Mutant) -> int:
    """Fork a process that tests a mutant; return its process id."""
    child = os.fork()
    if child:
        return child
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    os.setpgid(0, 0)
    code = 1
    try:
        code = judge(mutant)
    except BaseException:
        code = 1
    finally:
        os._exit(code)


def main(words: list[str]) -> int:
    """Test all mutants and print how many were killed."""
    import hypothesis  # noqa: F401  # imported before the forks, which share it
    import pytest  # noqa: F401

    os.chdir(ROOT)
    os.environ["LAWS_EXAMPLES"] = LAWS_EXAMPLES
    paths = [path for package in ("games", "core") for path in sorted((SOURCE / "cinquina" / package).rglob("*.py"))]
    again = "--again" in words
    names = [word for word in words if word != "--again" and not word.startswith("tests/")]
    chosen = [path for path in paths if not names or any(name in str(path) for name in names)]
    check_unbroken([*{str(stages(unbroken(path))): path for path in chosen}.values()])
    queue = [mutant for path in chosen for mutant in mutants_of(path)]
    alive: list[Row] = []
    others: list[Row] = []
    if again:
        alive = json.loads(REPORT.read_text(encoding="utf-8"))
        queue = [mutant for mutant in queue if mutant.row in alive]
        others = [row for row in alive if row not in [mutant.row for mutant in queue]]
    total, started = len(queue), time.monotonic()
    running: dict[int, Mutant] = {}
    survivors: list[Mutant] = []
    done = 0
    for mutant in queue:
        running[start(mutant)] = mutant
        if len(running) >= WORKERS:
            done += finish(running, survivors)
            if sys.stderr.isatty() or done % 100 == 0:
                print(f"\r{done} of {total}, {len(survivors)} survived", end="", file=sys.stderr, flush=True)
    while running:
        done += finish(running, survivors)
    print(file=sys.stderr)
    report(queue, survivors, time.monotonic() - started)
    rows = [mutant.row for mutant in survivors]
    if again:
        rows = [*others, *in_both(alive, rows)]
    REPORT.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


def in_both(before: list[Row], now: list[Row]) -> list[Row]:
    """Return the survivors of both runs; a line may have the same change twice, one of them killed before."""
    left, found = [*now], []
    for row in before:
        if row in left:
            left.remove(row)
            found.append(row)
    return found


def unbroken(path: Path) -> Mutant:
    """Return a file without changes, as a mutant."""
    return Mutant(str(path.relative_to(ROOT)), 0, "nothing", path.read_text(encoding="utf-8"))


def check_unbroken(paths: Sequence[Path]) -> None:
    """Check that the tests pass on unchanged files, or every mutant would count as killed."""
    running = {start(unbroken(path)): path for path in paths}
    while running:
        child, status = os.wait()
        path = running.pop(child)
        if status != 0:
            raise SystemExit(
                f"The tests for {path.name} of {path.parent.name} fail without any mutation: fix them first."
            )


def finish(running: dict[int, Mutant], survivors: list[Mutant]) -> int:
    """Wait for one process; return how many have ended."""
    child, status = os.wait()
    mutant = running.pop(child, None)
    if mutant and os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        survivors.append(mutant)
        print(f"survived: {mutant.path}:{mutant.line}: {mutant.what}", flush=True)
    return 1


def report(queue: list[Mutant], survivors: list[Mutant], seconds: float) -> None:
    """Print a line per file, then the total."""
    for path in sorted({mutant.path for mutant in queue}):
        made = sum(mutant.path == path for mutant in queue)
        alive = sum(mutant.path == path for mutant in survivors)
        print(f"{path:45} {made - alive:5} of {made:5} killed  {100 * (made - alive) / made:5.1f} %")
    killed = len(queue) - len(survivors)
    print(
        f"{'all':45} {killed:5} of {len(queue):5} killed  {100 * killed / max(1, len(queue)):5.1f} %  {seconds:.0f} s"
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""The virtual dice of a table: nobody can predict them, and everybody can check them.

The attack comes before the fix: the attacker who predicts dice of version 1 learns nothing about version 2.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import cinquina.web
from cinquina.core import OVER, ROLL, bits, legal_options
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.sim.luck import Luck
from cinquina.table.base import Seeds
from cinquina.table.dice import CURRENT, FORETELLABLE, DiceSource, promise_of
from cinquina.table.happenings import Begun, Chose, Rolled, Went
from cinquina.table.proof import Proof, Witness, checks, is_sound, proof_in, without_proof
from cinquina.table.verification import verified
from table.tables import (
    CODE,
    FOLLOWING,
    HOST,
    SEED,
    Played,
    key_of,
    next_happening,
    settings,
    standing,
    table,
    why,
)

SIX = (6,) * 6
LATER = Seeds("0dd5eed0" * 8, "0ddba110" * 8)
SCRIPT = Path(cinquina.web.__file__).parent / "static" / "fair-dice.js"
UNKNOWN_BITS = 12
"""Of the generator's 64; a GPU tries all keys that six dice leave possible (48.5 bits) in a quarter of an hour."""


def source(version: int = CURRENT, **changed: Any) -> DiceSource:
    """Return the dice of a table for two."""
    return replace(DiceSource(version, CODE, SEED, ("aa", "01")), **changed)


def finished(game: str = "qwixx", seats: int = 2, luck: int = 1, **more: Any) -> Played:
    """Return a table whose game is over."""
    played = table(game, seats, **more)
    played.play(random.Random(luck))
    return played


def judged(text: str, witness: Witness | None = None) -> dict[str, str]:
    """Return the result of each check of a record's dice."""
    found = checks(read(without_proof(text), GAMES), proof_in(text), witness or Witness())
    return {check.key: check.state for check in found}


# --- prediction ---------------------------------------------------------------------------------------------------


def luck_key(dice: DiceSource, game: int) -> int:
    """Return the 64 bits from which version 1 would make all throws of a game."""
    return dice._luck(game, 0).key


def foretold(seen: list[tuple[int, ...]], high_bits: int) -> list[tuple[int, ...]] | None:
    """Predict the next throws from some that were seen, by trying every key with these upper bits."""
    for low in range(1 << UNKNOWN_BITS):
        luck = Luck(0)
        luck.key = high_bits << UNKNOWN_BITS | low
        if [luck.throw(SIX) for _ in seen] == seen:
            return [luck.throw(SIX) for _ in range(5)]
    return None


def test_who_has_seen_two_throws_of_version_1_foretells_the_rest() -> None:
    dice = source(FORETELLABLE)
    throws = [dice.throw(0, number, SIX) for number in range(7)]
    assert foretold(throws[:2], luck_key(dice, 0) >> UNKNOWN_BITS) == throws[2:]


def test_the_same_attack_on_the_dice_in_use_finds_nothing() -> None:
    dice = table().table.dice
    assert dice.version == CURRENT
    throws = [dice.throw(0, number, SIX) for number in range(7)]
    assert foretold(throws[:2], luck_key(dice, 0) >> UNKNOWN_BITS) is None


def test_the_dice_of_a_table_are_those_of_the_hash_and_not_of_the_simulation() -> None:
    table = finished("qwixx").table
    assert table.dice == DiceSource(CURRENT, CODE, SEED, ("aa", "01"))
    fallen = [event.faces for event in table.game.events if hasattr(event, "faces") and len(event.faces) == 6]
    assert fallen[0] == table.dice.throw(0, 1, SIX)
    assert fallen[0] != source(FORETELLABLE).throw(0, 1, SIX)


def test_the_first_throws_of_a_known_seed_are_pinned() -> None:
    assert [source().throw(0, number, SIX) for number in range(3)] == [
        (6, 1, 6, 2, 6, 2),
        (3, 4, 6, 4, 3, 3),
        (4, 3, 1, 2, 5, 6),
    ]
    assert promise_of(SEED) == "9619e2c3275e1e8be9ca29f0d7e0668cfdc675efcac99dbfa3ed48872c69809f"


def test_a_throw_depends_on_seed_salts_table_game_and_number() -> None:
    changed = [
        (source(), 0, 0),
        (source(), 0, 1),
        (source(), 1, 0),
        (source(seed=FOLLOWING), 0, 0),
        (source(table="LUNA-0043"), 0, 0),
        (source(salts=("aa", "02")), 0, 0),
        (source(salts=("aa01", "")), 0, 0),
        (source(salts=("", "aa01")), 0, 0),
    ]
    assert len({dice.throw(game, number, SIX * 4) for dice, game, number in changed}) == len(changed)


@pytest.mark.parametrize("sides", [2, 3, 5, 6])
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    many = 12_000
    faces = Counter(face for number in range(many // 6) for face in source().throw(0, number, (sides,) * 6))
    expected = many / sides
    assert set(faces) == set(range(1, sides + 1))
    assert sum((count - expected) ** 2 / expected for count in faces.values()) < 25  # chi squared, p < 0.0001


def test_bytes_that_would_favour_small_faces_are_passed_over() -> None:
    passed = [number for number in range(400) if any(byte >= 252 for byte in first_bytes(number))]
    assert passed
    for number in passed:
        fair = [byte % 6 + 1 for byte in first_bytes(number) if byte < 252]
        assert source().throw(0, number, SIX) == tuple(fair[:6])


def first_bytes(number: int) -> list[int]:
    """Return the beginning of a throw's stream."""
    stream = source()._stream(0, number)
    return [next(stream) for _ in range(12)]


# --- promises and salts ---------------------------------------------------------------------------------------------


def test_a_table_waits_for_the_salt_of_a_host_who_has_yet_to_see_the_promise() -> None:
    played = Played(settings("qwixx", "me random", salt=None, seed=SEED))
    assert not played.table.is_full
    assert played.seen()["proof"]["promise"] == promise_of(SEED)
    assert why(played.table.add_salt, "nobody's", "ab")[0] == "not-your-table"
    assert why(played.table.add_salt, HOST, "xyz")[0] == "bad-salt"
    assert why(played.table.add_salt, HOST, "")[0] == "salt-known"
    played.take(played.table.add_salt(HOST, "ab"))
    assert played.table.is_full
    assert why(played.table.add_salt, HOST, "cd") == ("salt-known", "Stale")
    played.take(played.table.beginning(LATER))
    assert played.table.dice.salts == ("ab", "")
    assert standing(played.rebuilt()) == standing(played.table)


def test_the_seed_of_a_rematch_is_promised_before_its_salts_are_known() -> None:
    played = table(seed=SEED)
    shown = played.seen()["proof"]
    assert shown["next"] == promise_of(FOLLOWING)
    assert shown["next_salts"] == ["", ""]
    played.take(played.table.add_salt(HOST, "0a"))
    assert why(played.table.add_salt, HOST, "0b")[0] == "salt-known"
    played.play(random.Random(3))
    played.take(played.table.add_salt(key_of(1), "0b"))
    played.take(played.table.next_game(HOST, LATER))
    assert played.table.dice == DiceSource(CURRENT, CODE, FOLLOWING, ("0a", "0b"))
    assert played.seen()["proof"]["promise"] == shown["next"]
    assert played.seen()["proof"]["next"] == promise_of(LATER.following)
    assert played.seen()["proof"]["next_salts"] == ["", ""]
    assert standing(played.rebuilt()) == standing(played.table)


def test_salts_of_a_rematch_are_not_those_of_the_game_before() -> None:
    played = finished()
    played.take(played.table.next_game(HOST, LATER))
    assert played.table.dice.salts == ("", "")


def test_no_seed_of_a_series_to_come_is_ever_shown() -> None:
    played = table(series=2)
    for _ in range(5):
        played.play(random.Random(3))
        for key in (HOST, key_of(1), ""):
            assert played.table.following not in json.dumps(played.seen(key))
        played.take(played.table.next_game(HOST, Seeds(played.table.following[::-1], played.table.dice.seed[::-1])))


def test_a_series_begun_with_foretellable_dice_goes_on_with_others() -> None:
    played = Played(settings("qwixx", "me me", series=3))
    played.take(Begun(SEED))
    played.play(random.Random(1))
    assert played.table.dice.version == FORETELLABLE
    went = played.table.next_game(HOST, LATER)
    assert went == Went(LATER.seed, CURRENT, LATER.following)
    played.take(went)
    assert played.table.dice == DiceSource(CURRENT, CODE, LATER.seed, ("aa", "aa"))
    assert judged(played.table.records()[0])["throws"] == "right"


# --- checking -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_of_every_finished_game_can_be_thrown_again(game: str) -> None:
    for seats in GAMES[game].SEATS:
        text = finished(game, seats, luck=seats).table.records()[0]
        witness = Witness(promise_of(SEED), dict(enumerate(["aa", "01", "02", "03", "04", "05"][:seats])))
        assert set(judged(text, witness).items()) - {("game", "unknown")} == {
            (key, "right") for key in ("seed", "promise", "salt", "throws", "end")
        }


def test_the_dice_of_every_game_of_a_series_can_be_thrown_again_once_it_is_over() -> None:
    played = finished(series=2)
    assert "# dice" not in played.table.records()[0]
    played.take(played.table.next_game(HOST, LATER))
    played.play(random.Random(1))
    assert [proof_in(text).game for text in played.table.records()] == [0, 1]
    assert all(judged(text)["throws"] == "right" for text in played.table.records())


def test_real_dice_have_no_proof() -> None:
    played = finished(dice="real")
    assert "# dice" not in played.table.records()[0]
    assert played.seen()["proof"] is None


def test_a_proof_reads_as_it_was_written() -> None:
    for version, salts in product((FORETELLABLE, CURRENT), [("aa", "01"), ("", "b" * 32), ("",)]):
        proof = Proof(promise_of(SEED), source(version, salts=salts, table=CODE if version == CURRENT else ""), 12)
        assert proof_in(f"score 1\n{proof.line()}\n") == proof


def test_a_false_throw_seed_salt_table_or_number_is_noticed() -> None:
    text = finished(options={"begins": "first"}).table.records()[0]
    proof = proof_in(text)
    other = replace(proof.source, seed=LATER.seed)
    false = {
        "seed": replace(proof, source=other),
        "throws": replace(proof, source=other, promise=promise_of(LATER.seed)),
        "salts": replace(proof, source=replace(proof.source, salts=("aa", "01", "02"))),
        "throws of another game": replace(proof, game=1),
    }
    false |= {f"throws {n}": replace(proof, source=changed) for n, changed in enumerate(twisted(proof.source))}
    for key, wrong in false.items():
        assert judged(without_proof(text) + wrong.line() + "\n")[key.split()[0]] == "wrong", key


def test_a_false_draw_of_who_begins_is_noticed() -> None:
    text = finished().table.records()[0]
    found = (judged(text.replace(" LUNA-0042 0 ", f" LUNA-0042 {game} ")) for game in range(1, 20))
    assert any(checked.get("draw") == "wrong" for checked in found)


def twisted(dice: DiceSource) -> list[DiceSource]:
    """Return the same dice with another table, other salts, and the same salts at other seats."""
    return [replace(dice, table="LUNA-0003"), replace(dice, salts=("bb", "01")), replace(dice, salts=("", "aa01"))]


def forged(names: str = "me me") -> str:
    """Return a record whose first throw is all sixes, from trying seeds until one gives them (here two dice)."""
    for number in range(10_000):
        seed = f"{number:064x}"
        dice = DiceSource(CURRENT, CODE, seed, ("aa", "aa"))
        if dice.throw(0, 0, SIX)[:2] == (6, 6):
            played = Played(settings("qwixx", names, options={"begins": "first"}))
            played.take(Begun(seed, CURRENT))
            played.play(random.Random(1))
            return str(played.table.records()[0])
    raise AssertionError("no such seed")


def test_a_forged_record_is_sound_by_itself_and_false_beside_the_promise() -> None:
    text = forged()
    assert judged(text)["promise"] == "unknown"  # so the verdict cannot be that the dice are as promised
    assert verified(words("en"), text, Witness()).text == words("en")("verify.partly")
    assert judged(text, Witness(promise_of(SEED)))["promise"] == "wrong"
    assert not verified(words("en"), text, Witness(promise_of(SEED))).sound


def test_a_salt_that_was_not_sent_is_noticed_by_who_sent_another() -> None:
    text = finished().table.records()[0]
    assert judged(text, Witness(salts={1: "01"}))["salt"] == "right"
    assert judged(text, Witness(salts={1: "02"}))["salt"] == "wrong"
    assert judged(text, Witness(salts={7: "02"}))["salt"] == "wrong"


@pytest.mark.parametrize("salts", ["aa", "aa.01.02", "-", "aa.01.-.-"])
def test_there_is_a_salt_for_every_seat_and_none_for_others(salts: str) -> None:
    text = finished().table.records()[0].replace(" aa.01\n", f" {salts}\n")
    assert judged(text)["salts"] == "wrong"


def test_a_bot_has_no_salt() -> None:
    played = Played(settings("qwixx", "me random"))
    played.table.places[1].salt = "ab"
    played.take(Begun(SEED, CURRENT))
    while played.table.game.position.phase != OVER:
        played.take(with_bots(played))
    assert judged(played.table.records()[0])["salt-of-a-bot"] == "wrong"


def with_bots(played: Played) -> Any:
    """Return the next happening, where a bot takes its first option."""
    table = played.table
    if table.throws_itself():
        return Rolled(table.fair_throw())
    seat = table.bot_to_choose()
    if seat >= 0:
        return Chose(seat, bits.members(legal_options(table.game.position, seat))[-1])
    return next_happening(table, random.Random(table.number))


def test_an_unfinished_record_is_called_that() -> None:
    text = finished().table.records()[0]
    lines = text.splitlines(keepends=True)
    cut = "".join([*lines[:-8], lines[-1]])
    assert judged(cut)["end"] == "unknown"
    verdict = verified(words("en"), cut, Witness(promise_of(SEED), {0: "aa", 1: "01"}))
    assert (verdict.sound, verdict.finished, verdict.text) == (True, False, words("en")("verify.partly"))


def test_a_table_that_its_host_ends_shows_the_proof_of_the_game_that_ran() -> None:
    played = table()
    played.play(random.Random(1), 20)
    assert "# dice" not in played.table.records_so_far()[0]
    played.take(played.table.end(HOST))
    assert judged(played.table.records_so_far()[0])["throws"] == "right"


def test_every_changed_throw_is_noticed() -> None:
    played = Played(settings("qwinto", "me"))
    played.take(Begun(SEED, CURRENT))
    luck, changed = random.Random(12), 5
    while played.table.game.position.phase != OVER:
        happened = next_happening(played.table, luck)
        if played.table.game.position.phase == ROLL and played.table.throws == changed:
            happened = Rolled(tuple(face % 6 + 1 for face in played.table.fair_throw()))
        played.take(happened)
    text = played.table.records()[0]
    found = checks(read(without_proof(text), GAMES), proof_in(text), Witness())
    assert [check.details["throw"] for check in found if check.state == "wrong"] == [changed + 1]
    assert not is_sound(found)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "proof-missing"),
        ("# dice", "proof-unreadable"),
        ("# dice 00 aa 00 0", "proof-unreadable"),
        (f"# dice {'0' * 64} zz {'0' * 64} 0", "proof-unreadable"),
        (f"# dice {'0' * 64} aa {'0' * 64} 99999", "proof-unreadable"),
        (f"# dice 2 LUNA-0042 0 {'0' * 64} {'0' * 64} aa..bb", "proof-unreadable"),
        (f"# dice 3 LUNA-0042 0 {'0' * 64} {'0' * 64} aa", "proof-unreadable"),
        (f"# dice {'0' * 64} aa {'0' * 64} 0\n" * 2, "proof-twice"),
    ],
)
def test_a_proof_that_is_none_is_refused(text: str, reason: str) -> None:
    assert why(proof_in, text) == (reason, "BadProof")


def test_a_proof_of_version_1_is_checked_and_said_to_be_foretellable() -> None:
    played = Played(settings("qwixx", "me me"))
    played.take(Begun(SEED))
    played.play(random.Random(1))
    found = judged(played.table.records()[0])
    assert (found["throws"], found["version"]) == ("right", "unknown")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_check_is_told_in_both_languages(lang: str) -> None:
    right = finished().table.records()[0]
    texts = [right, forged(), right.replace(" aa.01\n", " aa\n"), without_proof(right), "nonsense"]
    for text, witness in product(
        texts, [Witness(), Witness("0" * 64, {0: "ff"}), Witness(promise_of(SEED), {0: "aa"})]
    ):
        verdict = verified(words(lang), text, witness)
        assert not any("{" in line or "verify." in line for line in [verdict.text, *map(str, verdict.lines)])


# --- the page's own computation -------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_a_page_computes_the_same_dice_and_promises() -> None:
    luck = random.Random(4)
    asked = [
        (
            DiceSource(
                CURRENT,
                CODE,
                luck.randbytes(32).hex(),
                tuple(luck.choice(["", "aa", "f" * 32]) for _ in range(n % 6 + 1)),
            ),
            luck.randrange(20),
            luck.randrange(300),
            tuple(luck.choice((2, 3, 4, 5, 6)) for _ in range(luck.randrange(1, 60))),
        )
        for n in range(60)
    ]
    told = [({"table": dice.table, "seed": dice.seed, "salts": dice.salts}, *rest) for dice, *rest in asked]
    program = f"""
        import {{ promiseOf, thrown }} from {json.dumps(SCRIPT.as_uri())};
        const asked = {json.dumps(told)};
        const answer = ([source, ...rest]) => [promiseOf(source.seed), thrown(source, ...rest)];
        console.log(JSON.stringify(asked.map(answer)));
    """
    answer = subprocess.run(
        ["node", "--input-type=module"], input=program, capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(answer) == [[dice.promise, list(dice.throw(a, b, c))] for dice, a, b, c in asked]

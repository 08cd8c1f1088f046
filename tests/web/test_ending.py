"""The sentence at the end of a game: who won and why, for everybody who may read it."""

from __future__ import annotations

import random

import pytest

from cinquina.core import OVER, bits
from cinquina.core.result import placed
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.web.ending import Result, before_last_throw, sentence
from table.tables import key_of, next_happening, table

NAMES = ("Anna", "Lia", "Ugo", "Zoe")
RED = {"red": 21, "penalties": -5}
POOR = {"red": 10, "penalties": 0}


def won(parts: list[dict[str, int]], own: int = -1, language: str = "en", game: str = "qwixx") -> str:
    """The sentence about a game with these parts of the scores."""
    standings = placed({(seat,): sum(points.values()) for seat, points in enumerate(parts)})
    return sentence(words(language), Result(game, standings, dict(enumerate(parts))), NAMES, own)


@pytest.mark.parametrize(
    ("own", "english", "italian"),
    [
        (0, "You win 16 to 10. The red row decided it: 21 against Lia's 10.", ("Hai vinto", "10 di Lia")),
        (1, "Anna wins 16 to 10. The red row decided it: 21 against your 10.", ("Anna vince", "i tuoi 10")),
        (-1, "Anna wins 16 to 10. The red row decided it: 21 against Lia's 10.", ("Anna vince", "10 di Lia")),
    ],
)
def test_two_players_are_told_the_part_that_made_the_difference(
    own: int, english: str, italian: tuple[str, str]
) -> None:
    assert won([RED, POOR], own) == english
    wins, other = italian
    assert won([RED, POOR], own, "it") == f"{wins} 16 a 10. Decisiva la riga rossa: 21 contro {other}."


def test_one_point_is_singular_and_fewer_penalties_are_a_reason() -> None:
    one, none, three = ({"red": points, "penalties": 0} for points in (1, 0, 3))
    assert won([one, none]) == "Anna wins 1 to 0. The red row decided it: 1 against Lia's 0."
    assert won([three, one], 0, "it").endswith("3 contro 1 di Lia.")
    assert won([three, one], 1, "it").endswith("3 contro il tuo 1.")
    spoilt = {"red": 6, "penalties": -10}
    assert won([three, spoilt]) == "Anna wins 3 to −4. The penalties decided it: 0 against Lia's −10."


def test_a_part_that_made_less_than_half_of_the_difference_decided_nothing() -> None:
    ahead = {f"row{row}": 100 for row in range(2, 9)} | {"row6": 200}
    behind = {f"row{row}": -100 for row in range(2, 9)} | {"row6": -200}
    wins = "wins 800 to −800. What cost you most: row 6, −200 against"
    assert won([ahead, behind], 1, game="extra") == f"Anna {wins} Anna's 200."
    told = "You win 800 to −800. The largest difference: row 6, 200 against Lia's −200."
    assert won([ahead, behind], 0, game="extra") == told
    assert won([ahead, behind], 1, "it", "extra").endswith("A costarti di più: riga 6, −200 contro 200 di Anna.")
    exactly_half = {"row6": 10, "row7": 10}
    assert "decided" not in won([exactly_half, {"row6": 0, "row7": 0}], game="extra")
    assert "Row 6 decided it" in won([exactly_half | {"row6": 11}, {"row6": 0, "row7": 0}], game="extra")


def test_among_several_the_winner_is_compared_with_the_next() -> None:
    said = won([POOR, RED, {"red": 15, "penalties": 0}], own=0)
    assert said == "Lia wins with 16 points. The red row decided it: 21 against Ugo's 15."


def test_among_equals_in_second_place_the_viewer_is_meant() -> None:
    assert won([RED, POOR, POOR], own=2).endswith("21 against your 10.")


def test_a_shared_win_names_all_who_share_it() -> None:
    assert won([POOR, POOR, {"red": 1, "penalties": 0}], own=1) == "You and Anna share the win with 10 points each."
    assert won([POOR, POOR, POOR]) == "Anna, Lia and Ugo share the win with 10 points each."
    assert won([POOR, POOR], own=0, language="it") == "Tu e Lia vincete a pari merito con 10 punti."


def test_one_player_alone_has_points() -> None:
    assert won([RED], own=0) == "You have 16 points."
    assert won([{"red": 0, "penalties": -5}], language="it") == "Anna ha fatto −5 punti."


def test_a_score_of_one_part_needs_no_reason() -> None:
    assert won([{"crossed": 6}, {"crossed": 2}], game="six") == "Anna wins 6 to 2."


@pytest.mark.parametrize(
    ("sides", "own", "said"),
    [
        ({(0,): 1, (1,): 0}, 1, "Anna wins with 5 in a row!"),
        ({(0,): 1, (1,): 0}, 0, "You win with 5 in a row!"),
        ({(0, 2): 1, (1, 3): 0}, 2, "You and Anna win with 5 in a row!"),
        ({(0, 2): 1, (1, 3): 0}, 1, "Anna and Ugo win with 5 in a row!"),
    ],
)
def test_a_line_wins_without_points_also_for_a_team(sides: dict[tuple[int, ...], int], own: int, said: str) -> None:
    result = Result("sequence-dice", placed(sides), {}, line=5)
    assert sentence(words("en"), result, NAMES, own) == said


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_the_reason_names_who_brought_the_end_about(game: str, seats: int) -> None:
    for luck in range(6):
        played, chance = table(game, seats), random.Random(luck)
        while played.table.game.position.phase != OVER:
            played.take(next_happening(played.table, chance))
        position, before = played.table.game.position, before_last_throw(played.table)
        (key, *_) = [position.rules.ENDINGS[bit] for bit in bits.members(position.now.ending)]
        enders = set(bits.members(position.rules.enders(before, position.now, key)))
        assert enders
        names = [seat["name"] for seat in played.seen("")["seats"]]
        for lang in LANGUAGES:
            told = played.seen("", lang=lang)["over"]["reasons"][0]
            assert {seat for seat, name in enumerate(names) if name in told} == enders
            assert "{" not in told
            for seat in range(seats):
                own = played.seen(key_of(seat), lang=lang)["over"]["reasons"][0]
                assert (own != told) == (seat in enders), "whoever did it is called you"
                assert names[seat] not in own

"""Coming and going over HTTP: late seats, leaving, nudges, and the table after a closed one."""

from __future__ import annotations

from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app
from web.server import Asker, serving


def two(asker: Asker) -> tuple[str, str, str]:
    """Return a table of two people that has begun, Anna first, with their keys."""
    code, host = asker.make("qwixx", "me open", options={"begins": "first"})
    return code, host, asker.sit(code)


def test_whoever_waits_for_the_next_game_takes_a_seat_that_becomes_free(asker: Asker) -> None:
    code, _, other = two(asker)
    waiting = asker.post(f"/t/{code}/sit", {"name": "Zoe"}).value
    assert waiting["seat"] == -1
    with asker.watch(code, waiting["key"]) as zoe:
        assert zoe.until(lambda shown: shown["queued"])["queue"] == ["Zoe"]
        assert asker.do(code, other, "leave", seat=1).status == 200
        assert zoe.until(lambda shown: shown["can"]["sit"])["around"] == "Lia has left: a bot plays on."
        sat = asker.post(f"/t/{code}/sit", {"name": "Zoe", "key": waiting["key"]}).value
        assert sat == {"seat": 1, "key": waiting["key"]}
        assert zoe.until(lambda shown: shown["seats"][1]["mine"])["queue"] == []
    assert asker.do(code, other, "back", seat=1).reason == "not-your-seat"


def test_nobody_chooses_their_own_key(asker: Asker) -> None:
    code, _ = asker.make("qwixx", "me open open")
    assert asker.post(f"/t/{code}/sit", {"name": "Zoe", "key": "easy"}).value["key"] != "easy"


def test_a_nudge_reaches_only_whoever_is_awaited(asker: Asker) -> None:
    code, host, other = two(asker)
    with asker.watch(code, host) as anna, asker.watch(code, other) as lia:
        anna.until(lambda shown: shown["can"]["roll"])
        assert asker.do(code, host, "nudge", seat=1).reason == "nobody-to-nudge"
        assert asker.do(code, other, "nudge", seat=0).status == 200
        assert anna.until(lambda shown: shown["nudge"])["nudge"] == {"n": 1, "name": "Lia"}
        assert asker.do(code, other, "nudge", seat=0).reason == "nudged-already"
        asker.do(code, host, "roll", throw=0)
        assert anna.until(lambda shown: shown["phase"] == "choose")["nudge"] is None
        assert lia.until(lambda shown: shown["phase"] == "choose")["nudge"] is None
    assert asker.do(code, "nobody", "nudge", seat=0).status == 403


def test_after_a_closed_table_the_others_are_shown_the_new_one(asker: Asker) -> None:
    code, host, other = two(asker)
    assert asker.post(f"/t/{code}/again", {"key": other}).reason == "table-not-ended"
    asker.do(code, host, "end")
    assert asker.post(f"/t/{code}/again", {"key": "nobody"}).reason == "not-your-table"
    with asker.watch(code, host) as anna:
        anna.until(lambda shown: shown["can"]["again"])
        made = asker.post(f"/t/{code}/again", {"key": other})
        assert made.status == 201
        assert anna.until(lambda shown: shown["successor"])["successor"] == made.value["code"]
    with asker.watch(made.value["code"], made.value["key"]) as lia:
        assert [seat["kind"] for seat in lia.hear()["seats"]] == ["open", "person"]
        assert lia.shown["host"]


def test_a_table_without_spectators_offers_only_its_free_seat() -> None:
    with serving(app(MemoryStore(), ServerOptions(pace=0.0))) as asker:
        code, host = asker.make("qwixx", "me open", spectators=False)
        asker.do(code, host, "begin")
        with asker.watch(code) as tab:
            assert tab.until(lambda shown: "refused" in shown)["sit"]
            asker.sit(code, "Zoe")
            assert not tab.until(lambda shown: not shown["sit"])["sit"]

"""The questions for somebody who has typed nothing but `cinquina play`."""

from __future__ import annotations

from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.term.sitting import Failed, asking

USUAL_BOT = "bot:random"


def ask_game(words: Words) -> str:
    """Which game, by number or name."""
    print(words("menu.welcome"))
    for number, name in enumerate(GAMES, 1):
        print(f"  {number}  {words(f'game.{name}'):14} {words(f'about.{name}')}")
    while True:
        answer = asked(words, words("menu.which") + " ").lower()
        if answer in GAMES:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(GAMES):
            return list(GAMES)[int(answer) - 1]
        print(words("refusal.no-such-game", name=answer, possible=", ".join(GAMES)))


def ask_seats(words: Words) -> str:
    """Who plays; Enter alone: the person at the keyboard against a bot."""
    return asked(words, words("menu.who") + " ")


def asked(words: Words, prompt: str) -> str:
    """A line from the user; Failed when there is none to come."""
    try:
        return asking(as_json=False)(prompt).strip()
    except EOFError as wrong:
        raise Failed(words("error.no-game-chosen"), code=1) from wrong


def usual_seats(words: Words, possible: tuple[int, ...]) -> str:
    """Oneself against one bot, or alone where a game is for one."""
    you = words("menu.you")
    return f"{you},{USUAL_BOT}" if 2 in possible else you

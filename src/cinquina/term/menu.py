"""The questions of `cinquina play` without arguments."""

from __future__ import annotations

from pathlib import Path

from cinquina.core.series import Series
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.saves import newest_save
from cinquina.table.words import game_name, player_names
from cinquina.term.pages import columns
from cinquina.term.parsing import game_typed
from cinquina.term.session import BOT_WORD, asking, new_series_of, resumed_series

GO_ON = "0"


def ask_series(words: Words, seats: str | None, options: dict[str, str], games: int) -> tuple[Series, Path | None]:
    """Ask what to play: the unfinished game, with its file, or a new one."""
    unfinished = unfinished_game(words, games)
    game = ask_game(words, unfinished)
    if unfinished and game == GO_ON:
        return unfinished
    while True:
        who = seats or ask_line(words, words("menu.who") + " ") or usual_seats(words, GAMES[game].SEATS)
        try:
            return new_series_of(words, game, who, options, games), None
        except Failed as wrong:
            if seats or options:
                raise
            print(wrong)


def unfinished_game(words: Words, games: int) -> tuple[Series, Path] | None:
    """Return the newest saved game if it can be resumed."""
    path = newest_save()
    try:
        return (resumed_series(words, str(path), games), path) if path else None
    except Failed:
        return None


def ask_game(words: Words, unfinished: tuple[Series, Path] | None) -> str:
    """Ask for a game, by number or name."""
    print(words("menu.welcome"))
    if unfinished:
        game = unfinished[0].current
        title = f"{game_name(words, game.position.rules.NAME)}: {', '.join(player_names(words, game.names))}"
        print(f"  {GO_ON}  {words('menu.go-on', game=title)}")
    named = [(f"{number}  {game_name(words, name)}", words(f"about.{name}")) for number, name in enumerate(GAMES, 1)]
    print(columns(named))
    numbers = {str(number): name for number, name in enumerate(GAMES, 1)} | ({GO_ON: GO_ON} if unfinished else {})
    while True:
        answer = ask_line(words, words("menu.which") + " ")
        game_chosen = numbers.get(answer) or game_typed(words, answer)
        if game_chosen:
            return game_chosen
        if answer:
            print(words("refusal.no-such-game", name=answer[:40], possible=", ".join(GAMES)))


def ask_line(words: Words, prompt: str) -> str:
    """Read a line from the user; raise Failed at the end of input or when they want to leave."""
    try:
        answer = asking(as_json=False)(prompt).strip()
    except EOFError as wrong:
        raise Failed(words("error.no-game-chosen"), code=1) from wrong
    if answer.lower() in words("command.quit").split():
        raise Failed(words("error.no-game-chosen"), code=1)
    return answer


def usual_seats(words: Words, possible: tuple[int, ...]) -> str:
    """Return one player against a bot, or one alone where two cannot play."""
    player = words("menu.player")
    return f"{player},{BOT_WORD}" if 2 in possible else player

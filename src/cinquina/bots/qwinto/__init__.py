"""The bots of Qwinto.

easy places numbers by their size and is content with any place nearby; medium works out its turn exactly over a guess
of what a sheet will bring; hard does so over learned points; expert over chances to win, with what the others have and
will answer. quantile, for measuring, is a strict easy.
"""

from cinquina.bots.levels import LEVELS
from cinquina.bots.qwinto.minds import mind
from cinquina.bots.qwinto.play import QUANTILE, fortune, judge
from cinquina.bots.simple import BOTS as SIMPLE

BOTS = LEVELS | SIMPLE | {"quantile": QUANTILE}
HASTY: dict[int, int] = {}

__all__ = ["BOTS", "HASTY", "fortune", "judge", "mind"]

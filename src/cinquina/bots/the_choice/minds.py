"""What the tables in the bots' minds are called: their places in the tuple that `mind` makes. See `tables`."""

PATH_AT, ARC_AT, PATH_AFTER, ARC_AFTER, PATH_LENGTH, ARC_LENGTH = 0, 1, 2, 3, 4, 5
"""How grids are numbered, as `grids` says."""
SOLO_SLOTS, SOLO, RACE_SLOTS, RACE = 6, 7, 8, 9
"""Exact values of grids by slot, path, arc and failures; slots by page and first or second grid, -1 for none."""
ABOUT_PATH, ABOUT_RING, ABOUT_BOTH, RACE_FIT, STARTS = 10, 11, 12, 13, 14
"""Values of all pages about right; how those of a race follow from them; what an empty second grid is worth."""
NET, NET_OUT = 15, 16
"""The chance to finish before another player."""

RACE_STEP = 1.0 / 512.0
"""The values of a race are kept as whole numbers of this step, which halves them in memory."""
RACING = 1  # the row of STARTS for a race; 0 is for playing alone

OWN = 6  # what the net is told of a player
INPUTS = 2 * OWN + 3  # of a player and another, who of them throws next, and 1
HIDDEN = 8

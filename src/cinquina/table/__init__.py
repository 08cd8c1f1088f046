"""Live tables: people and bots at their seats, dice, and words for what happens."""

"""Games without people: seeded luck, playouts, summaries."""

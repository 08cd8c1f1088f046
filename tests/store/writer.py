"""Appends to a table, and prints each number once it is stored: `writer.py URL TABLE [COUNT]`, endless by default."""

import itertools
import os
import sys

from cinquina.store import Conflict, open_store


def main() -> None:
    """Write until stopped or killed."""
    url, table, *count = sys.argv[1:]
    store = open_store(url)
    number = len(store.entries(table)) + 1
    for turn in range(int(count[0])) if count else itertools.count():
        name = f"{os.getpid()}-{turn}"
        while True:
            try:
                store.append(table, number, name, 1.0, key=name)
                break
            except Conflict as conflict:
                number = conflict.next
        os.write(1, f"{number} {name}\n".encode())
        number += 1
    store.close()


if __name__ == "__main__":
    main()

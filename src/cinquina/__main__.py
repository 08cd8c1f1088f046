"""`python -m cinquina`."""

from cinquina.cli import main

if __name__ == "__main__":
    main()

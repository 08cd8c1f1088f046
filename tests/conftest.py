"""Programs that the tests start keep their byte code, as a user's do, and so start sooner."""

import os

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

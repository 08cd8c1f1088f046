"""How numba compiles functions that only compiled code calls: without machine code of their own.

numba would make machine code of every function, also of those that are only ever part of others, which is a sixth of
the time to compile a game, for code that is never run. What is optimised stays the same, and so does the machine code
of the callers. The methods replaced here are not public in numba: hence the upper bound in pyproject.toml.

With little effort (NUMBA_OPT=1, as for tests) a function is not optimised by itself either, but only as a part of its
callers: that is a quarter of the time to compile bots. The code is slower by up to a third, which users would notice.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

ENVIRONMENT = "_ZN08NumbaEnv"
"""How names begin of what numba wants to find of every function."""
LITTLE_EFFORT = 1
"""The highest level of NUMBA_OPT at which compiling is to be short, whatever becomes of the speed."""


class CalleeCompiler(Compiler):
    """Compiles a function up to the code that its callers contain."""

    def define_pipelines(self) -> Any:
        """Return the usual passes, which find a place for the code."""
        library = CalleeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        library.enable_object_caching()
        self.state.library = library
        return super().define_pipelines()


class CalleeLibrary(JITCodeLibrary):
    """The code of a function for its callers, and no machine code."""

    def _optimize_final_module(self) -> None:
        """Optimise the code before callers take it, unless that is not worth the time."""
        if getattr(config, "OPT", LITTLE_EFFORT + 1) > LITTLE_EFFORT:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        """Keep the code for callers, and make machine code of an empty module."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
        code = self._get_module_for_linking()
        self._finalized = False
        environments = [var.name for var in code.global_variables if var.name.startswith(ENVIRONMENT)]
        empty = str(self._codegen._create_empty_module(self.name))
        empty += "".join(f'\n@"{name}" = common global i8* null' for name in environments)
        self._final_module = llvm.parse_assembly(empty)
        super()._finalize_final_module()

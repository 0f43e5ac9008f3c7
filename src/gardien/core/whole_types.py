"""Types are whole before a second thread meets them.

msgspec works a type out when it is first used, field by field, and Python code runs in between: a thread that comes to
the same type in that moment reads what is not there yet, and the whole process is gone. So where there are threads, all
types of a module are worked out as soon as it has been run, while whoever else wants the module still waits for it.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from threading import Lock, active_count
from types import ModuleType
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder

_lock = Lock()


def whole_among_threads() -> None:
    """Keep types whole from now on, if there is any other thread that might meet them."""
    if not _Finder.works and active_count() > 1:
        keep_types_whole()


def keep_types_whole() -> None:
    """Work out every type there is, and from now on those of each further module with the module."""
    with _lock:  # whoever comes second goes on when all is whole
        if not _Finder.works:
            sys.meta_path.insert(sys.meta_path.index(PathFinder), _Finder())
            _work_out(_below(Struct))
            _Finder.works = True


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        types: list[type] = [one for one in vars(module).values() if isinstance(one, type)]
        own = (one for one in types if one.__module__ == module.__name__)
        _work_out(one for one in own if issubclass(one, Struct) or _is_named_tuple(one))


class _Finder:  # `importlib.abc` has a base for it, which is slow to load
    works = False  # for good, once it does

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def _work_out(types: Iterable[type[Any]]) -> None:
    for one in types:
        with suppress(Exception):  # a value of one that holds functions or programs is never read
            Decoder(one)


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    below: list[type[Any]] = kind.__subclasses__()
    for one in below:
        yield one
        yield from _below(one)


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")

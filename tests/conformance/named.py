"""What the source of a game names: the fields that its rules and its table write, and those that they read."""

import ast
from functools import cache
from pathlib import Path
from typing import Any


@cache
def trees(system: Any) -> tuple[ast.Module, ...]:
    """Every module of a game but for rooms that change nobody."""
    folder = Path(system.folder)
    apart = ("page", "words", "sim", "creation", "pack", "presentation", "sentences")
    paths = [one for one in folder.rglob("*.py") if one.relative_to(folder).parts[0].removesuffix(".py") not in apart]
    return tuple(_Told().visit(ast.parse(one.read_text("utf-8"))) for one in paths)


class _Told(ast.NodeTransformer):
    """What a game says of its fields, that no rule writes them, writes none."""

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg == "by_hand" else self.generic_visit(node)


def _words(nodes: Any) -> set[str]:
    return {one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str)}


@cache
def written_in(system: Any) -> frozenset[str]:
    """Names in a place where something is written: keys of a map, named values, lists of names."""
    names: set[str] = set()
    for node in (node for tree in trees(system) for node in ast.walk(tree)):
        match node:
            case ast.Dict(keys=keys):
                names |= _words(keys)
            case ast.DictComp(key=key):
                names |= _words([key])
            case ast.keyword(arg=str(name)):
                names.add(name)
            case ast.Tuple(elts=items):
                names |= _words(items)
            case ast.Subscript(slice=where, ctx=ast.Store()):
                names |= _words([where])
            case ast.Assign(value=value):
                names |= _words([value])
    return frozenset(names)


@cache
def read_in(system: Any) -> tuple[frozenset[str], tuple[str, ...]]:
    """Names in a place where something is read; and how names begin that are put together."""
    names: set[str] = set()
    beginnings: set[str] = set()
    for node in (node for tree in trees(system) for node in ast.walk(tree)):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()):
                names.add(name)
            case ast.JoinedStr(values=[ast.Constant(value=str(first)), *_]) if first.endswith("_"):
                beginnings.add(first)
            case ast.Constant(value=str(word)):
                names.add(word)
    return frozenset(names), tuple(beginnings)

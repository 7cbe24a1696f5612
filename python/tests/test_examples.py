"""Runs every example of the documentation."""

import doctest
import importlib
import inspect
import types
from pathlib import Path

import pytest

import cubegod
from cubegod import _cubegod

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = ["", "._errors", ".tables", ".rubik", ".rubik.cube", ".rubik.maths", ".rubik.optimize", ".rubik.solve"]
# These need the packages of `cubegod[distributed]`.
MORE_MODULES = [".arrow", ".distributed", ".distributed._plan"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(f"cubegod{name}")
    outcome = doctest.testmod(module, optionflags=FLAGS, extraglobs={"cubegod": cubegod})
    assert outcome.failed == 0


@pytest.mark.parametrize("name", MORE_MODULES)
def test_examples_of_a_module_that_needs_more_are_true(name: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("distributed")
    test_examples_of_a_module_are_true(name)


def test_the_examples_of_the_readme_are_true() -> None:
    readme = Path(__file__).parents[2] / "README.md"
    # A fenced block ends an example.
    text = readme.read_text(encoding="utf-8").replace("\n```", "\n\n")
    example = doctest.DocTestParser().get_doctest(text, {}, "README", str(readme), 0)
    assert len(example.examples) > 5 and doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0


def documented() -> list[tuple[str, str]]:
    """Returns the compiled names and their documentation."""
    found = []
    for name, value in vars(_cubegod).items():
        if not name.startswith("_") and value.__doc__:
            found.append((name, value.__doc__))
            members = vars(value).items() if inspect.isclass(value) else ()
            found += [(f"{name}.{part}", member.__doc__) for part, member in members if member.__doc__]
    return [(name, text) for name, text in found if ">>>" in text]


@pytest.mark.parametrize(("name", "text"), documented(), ids=lambda value: value if "\n" not in value else "")
def test_examples_of_compiled_functions_are_true(name: str, text: str) -> None:
    example = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {}, name, None, None)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0


def test_everything_public_is_documented() -> None:
    for name in cubegod.__all__:
        value = getattr(cubegod, name)
        assert value.__doc__, name
        if inspect.isclass(value) and value.__module__ == "cubegod":
            for part, member in vars(value).items():
                if not part.startswith("_") and not isinstance(member, types.BuiltinMethodType):
                    assert member.__doc__, f"{name}.{part}"

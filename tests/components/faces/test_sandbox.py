"""What templates put out does not depend on what other templates put out before them."""

from __future__ import annotations

import jinja2
import pytest
from pydantic import BaseModel

from ibbprint.components.faces.sandbox import Sandbox


class Style(BaseModel):
    """A style of nothing."""


@pytest.mark.parametrize("first", [0.0, -0.0, 1.0, True, 1])
def test_equal_values_of_other_kinds_are_not_taken_for_one_another(first: float) -> None:
    """One and true, nought with and without a sign: nothing comes back for what only equals it."""
    sandbox = Sandbox(Style(), jinja2.DictLoader({}))
    sandbox.shown(first)
    text = [sandbox.shown(value) for value in (0.0, -0.0, 0, False, 1, 1.0, True, "1")]
    assert text == ["0.0", "-0.0", "0", "False", "1", "1.0", "True", "1"]


WAYS_OUT = """
{{ style.__class__ }}
{{ style.copy() }}
{{ style.parse_file('/etc/hostname') }}
{{ style['parse_raw'] }}
{{ ([style] | map(attribute='parse_raw') | list)[0] }}
{{ '{0.parse_raw}'.format(style) }}
{{ style.parse_raw("cos\\ngetcwd\\n(tR.", proto='pickle', allow_pickle=true) }}
{{ style.model_dump() }}
{{ range.__globals__ }}
{{ namespace.__init__.__globals__ }}
{{ ink.__code__ }}
{% macro m() %}{% endmacro %}{{ m._environment }}
{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}
{{ self._TemplateReference__context }}
{{ {'a': 1}.__class__ }}
{% set n = namespace(__self__=1) %}{{ n() }}
{{ ''.format.__self__.__class__ }}
{% for x in [1] %}{{ loop._iterator.gi_frame }}{% endfor %}
{{ caller }}
{{ [].append(1) }}
"""


@pytest.mark.filterwarnings("ignore::pydantic.warnings.PydanticDeprecatedSince20")
@pytest.mark.parametrize("text", WAYS_OUT.strip().splitlines())
def test_there_is_no_way_out(text: str) -> None:
    """Every way to what is not a value of the record ends in an error, what records themselves can do among them."""
    sandbox = Sandbox(Style(), jinja2.DictLoader({}))
    with pytest.raises((jinja2.TemplateError, TypeError)):
        sandbox.from_string(text).render()

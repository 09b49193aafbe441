"""Templates that ask for too much time or memory, each in another way, and what is said of each.

`BIG` sets `b` to 100,000 characters, `LONG` sets `l` to 5,000 numbers; between `OFTEN` and `ENDED` something is done
25 million times; `KEPT` sets `n`, a namespace that keeps whatever is done.
"""

from __future__ import annotations

BIG = "{% set b = 'x' * 5000 %}{% set b = b ~ b ~ b ~ b %}{% set b = b ~ b ~ b ~ b ~ b %}"
LONG = "{% set l = range(5000) | list %}"
OFTEN, ENDED = "{% for i in range(5000) %}{% for j in range(5000) %}", "{% endfor %}{% endfor %}"
KEPT = "{% set n = namespace(a=[]) %}"
DOUBLED = "{% set x = [1] %}{% set y = [1] %}" + "{% set x = [x, x] %}{% set y = [y, y] %}" * 40
DOUBLED_TUPLE = "{% set x = (1,) %}" + "{% set x = (x, x) %}" * 40

STEPS = "it takes more than {steps} steps"
DEEP = "a value is nested more than 50 deep"
DIGITS = "a number has more than 100 digits"
NO_CALL = "this call is not allowed"
NESTED = "{% set n = namespace(a=(1,)) %}" + "{% for i in range(45) %}{% set n.a = (n.a, n.a) %}{% endfor %}"
WORD = "x" * 20_000
LINE = "{% set b = 'x' * 5000 %}"
ROUND = "{% for i in range(5000) %}"
BRACKETS = "write {}() with its brackets"
WIDE = "a format is wider than 99 characters or takes its width from a value"


def _often(what: str, before: str = "") -> str:
    return before + OFTEN + what + ENDED


def _kept(what: str, before: str = "") -> str:
    return _often("{% set n.a = [n.a, " + what + "] %}", before + KEPT)


TOO_MUCH: dict[str, tuple[str, str]] = {
    # texts that double
    "a-captured-text": ("{% set x %}aaaaaaaaaa{% endset %}" + "{% set x %}{{ x }}{{ x }}{% endset %}" * 30, STEPS),
    "a-macro-s-result": (
        "{% macro m(x) %}{{ x }}{{ x }}{% endmacro %}{% set x = 'aaaaaaaaaa' %}" + "{% set x = m(x) %}" * 30,
        STEPS,
    ),
    "what-a-call-block-calls": (
        "{% macro m() %}{{ caller() }}{{ caller() }}{% endmacro %}" + "{% call m() %}" * 25 + "{% endcall %}" * 25,
        STEPS,
    ),
    "its-own-words-in-loops": ("{% set x %}" + _often("y" * 1000) + "{% endset %}", STEPS),
    # what goes round
    "a-block-that-shows-blocks": (
        "".join(
            f"{{% block b{i} %}}{{{{ self.b{i + 1}() }}}}{{{{ self.b{i + 1}() }}}}{{% endblock %}}" for i in range(40)
        )
        + "{% block b40 %}{% endblock %}",
        STEPS,
    ),
    "a-loop-in-itself": (
        "{% for x in range(5000) recursive %}{% if loop.depth < 4 %}{{ loop(range(5000)) }}{% endif %}{% endfor %}",
        STEPS,
    ),
    "a-loop-that-takes-nothing": (_often("{% for k in range(5000) if k < 0 %}{% endfor %}"), STEPS),
    "a-loop-with-much-in-it": ("{% for i in range(5000) %}" + "{% set a = 1 %}" * 500 + "{% endfor %}", STEPS),
    "a-macro-with-many-arguments": (
        _often("{{ m(*l) }}", "{% macro m() %}{{ varargs | length }}{% endmacro %}" + LONG),
        STEPS,
    ),
    # filters and methods on much
    "title": (_often("{% set q = b | title %}", BIG), STEPS),
    "title-as-a-method": (_often("{% set q = b.title() %}", BIG), STEPS),
    "upper": (_often("{% set q = b | upper %}", BIG), STEPS),
    "lines": (_often("{% set q = lines(b, 50, 9) %}", BIG), STEPS),
    "lines-by-name": (_often("{% set q = lines(text=b, width=50, size=9) %}", BIG), STEPS),
    "text-width": (_often("{% set q = text_width(b, i) %}", BIG), STEPS),
    "sort": (_often("{% set q = l | sort %}", LONG), STEPS),
    "sort-of-long-texts": (BIG + "{{ ([b] * 5000) | sort | length }}", STEPS),
    "sort-by-a-long-text": (
        BIG + "{% set n = namespace(a=b) %}{{ ([n] * 5000) | sort(attribute='a') | length }}",
        STEPS,
    ),
    "join-by-a-long-text": (
        BIG + "{% set n = namespace(a=b) %}{{ ([n] * 5000) | join(attribute='a') | length }}",
        STEPS,
    ),
    "join-what-comes-next": (
        BIG + "{% for x in [b, b] %}{{ ([loop] * 5000) | join(attribute='nextitem') | length }}{% endfor %}",
        STEPS,
    ),
    "join": (BIG + "{{ ([b] * 5000) | join | length }}", STEPS),
    "join-as-a-method": (BIG + "{{ ''.join([b] * 5000) | length }}", STEPS),
    "join-with-much-between": (BIG + "{{ b.join(['a'] * 5000) | length }}", STEPS),
    "map-and-join": (_often("{% set q = [b, b] | map('upper') | join %}", BIG), STEPS),
    "batch": (_often("{% set q = l | batch(1) %}", LONG), STEPS),
    "slice": (_often("{% set q = [1] | slice(5000) %}"), STEPS),
    "wordcount": (_often("{% set q = b | wordcount %}", BIG), STEPS),
    "truncate": (_often("{% set q = b | truncate(5000) %}", BIG), STEPS),
    "sum-of-lists": ("{{ ([[1] * 5000] * 5000) | sum(start=[]) | length }}", STEPS),
    "sum-of-few-lists": ("{{ [[1], [2]] | sum(start=[]) | length }}", "sum adds numbers only"),
    "replace": (BIG + "{{ b.replace('x', b) | length }}", STEPS),
    "replace-nothing": (BIG + "{{ b.replace('', b) | length }}", STEPS),
    "replace-as-a-filter": (BIG + "{{ b | replace('x', b) | length }}", STEPS),
    "expandtabs": ("{% set t = '\\t' * 5000 %}{% set t = t ~ t ~ t ~ t %}{{ t.expandtabs(5000) | length }}", STEPS),
    "center": (_often("{% set q = 'a'.center(5000) %}"), STEPS),
    "ljust-too-far": ("{{ 'a'.ljust(9999999) }}", "the number 9999999 is too large for this, more than 5,000"),
    "rfind": (BIG + "{% set m = 'y' ~ b[:50000] %}{% for i in range(5000) %}{{ b.rfind(m) }}{% endfor %}", STEPS),
    "strip": (BIG + "{% set s = b[1:] %}{% for i in range(5000) %}{{ b.strip(s) }}{% endfor %}", STEPS),
    "a-long-text": (BIG + "{% set s = b ~ 'y' %}", " than 100,000 "),
    # formats
    "percent": (BIG + "{{ ('%s' * 2500% (b, b, b)) | length }}", STEPS),
    "percent-by-name": (BIG + "{{ ('%(a)s' * 1000 % {'a': b}) | length }}", STEPS),
    "format-as-a-filter": (BIG + "{{ ('%(a)s' * 1000) | format(a=b) | length }}", STEPS),
    "format": (BIG + "{{ ('{0}' * 1600).format(b) | length }}", STEPS),
    "format-by-attribute": (BIG + "{% set n = namespace(a=b) %}{{ ('{0.a}' * 1000).format(n) | length }}", STEPS),
    "format-of-a-mapping": (BIG + "{{ ('{a}' * 1600).format_map({'a': b}) | length }}", STEPS),
    "format-with-a-width-that-is-given": ("{{ '{0:{1}}'.format('a', 99999999) }}", WIDE),
    "format-of-shared-parts": (DOUBLED + "{{ '{0!r}'.format(x) | length }}", STEPS),
    "percent-with-a-width-that-is-given": ("{{ '%*d' % (99999999, 1) }}", WIDE),
    "a-number-s-test-of-a-text": ("{% set p = '%s%s' %}{{ p is divisibleby((1, 2)) }}", "a value is of the wrong type"),
    # what shares its parts
    "put-out": (DOUBLED + "{{ x }}", STEPS),
    "compared": (DOUBLED + "{% if x == y %}{% endif %}", STEPS),
    "compared-deep": (DOUBLED + "{% set x = [x] %}" * 20 + "{% if x == y %}{% endif %}", DEEP),
    "looked-for": (DOUBLED + "{{ x in [y] }}", STEPS),
    "looked-for-by-a-method": (DOUBLED + "{{ [x].index(y) }}", STEPS),
    "hashed": (DOUBLED_TUPLE + "{% set d = {x: 1} %}", STEPS),
    "hashed-to-look-up": (DOUBLED_TUPLE + "{{ {}[x] }}", STEPS),
    "hashed-by-unique": (DOUBLED_TUPLE + "{{ [x, x] | unique | length }}", STEPS),
    "tested": (DOUBLED + "{{ x is eq(y) }}", STEPS),
    "tested-as-text": (DOUBLED + "{{ x is lower }}", STEPS),
    "selected": (DOUBLED + "{{ [x] | select('eq', y) | length }}", STEPS),
    "changed": (DOUBLED + "{% for z in [x, y] %}{{ loop.changed(z) }}{% endfor %}", STEPS),
    "joined": (DOUBLED + "{{ x ~ 'a' }}", STEPS),
    "as-text": (DOUBLED + "{{ x | string | length }}", STEPS),
    "in-dictionaries": ("{% set x = {'a': 1} %}" + "{% set x = {'a': x, 'b': x} %}" * 40 + "{{ x }}", STEPS),
    "put-out-unescaped": (DOUBLED + "{% autoescape false %}{{ x }}{% endautoescape %}", STEPS),
    # values that are kept
    "texts-kept": (_kept("'a'.center(5000) ~ i"), STEPS),
    "lists-kept": (_kept("[1] * 5000"), STEPS),
    "slices-kept": (_kept("b[1:]", BIG), STEPS),
    "dictionaries-kept": (_kept("{'a': 1, 'b': i}"), STEPS),
    "macros-kept": (_often("{% macro m() %}{% endmacro %}{% set n.a = [n.a, m] %}", KEPT), STEPS),
    "names-kept": (_kept("namespace(a=1)"), STEPS),
    "words-kept": (_kept("c.split()", "{% set c = 'я ' * 2500 %}"), STEPS),
    "letters-kept": (_kept("c | list", "{% set c = 'я' * 5000 %}"), STEPS),
    "escaped-texts-kept": (_kept("c | escape", "{% set c = '\"' * 5000 %}"), STEPS),
    "nested-deeper-and-deeper": (KEPT + "{% for i in range(200) %}{% set n.a = [n.a] %}{% endfor %}{{ n.a }}", DEEP),
    # numbers
    "a-number-that-grows": (_often("{% set n.a = n.a + n.a %}", "{% set n = namespace(a=1) %}"), DIGITS),
    "a-number-that-is-multiplied": (_often("{% set n.a = n.a * n.a %}", "{% set n = namespace(a=9) %}"), DIGITS),
    "a-number-that-is-read": ("{{ ('f' * 5000) | int(base=16) }}", DIGITS),
    # looked for again and again
    "a-letter-in-a-text": (_often("{% set q = 'y' in b %}", BIG), STEPS),
    "a-letter-in-a-list": (_often("{% set q = 'y' in l %}", LONG), STEPS),
    "a-letter-in-a-range": (_often("{% set q = 'y' in range(5000) %}"), STEPS),
    "texts-that-are-equal": (_often("{% set q = b == c %}", BIG + "{% set c = b[:99999] ~ 'x' %}"), STEPS),
    "a-path-of-names": (
        "{% set n = namespace() %}{% set n.a = n %}{{ ([n] * 5000) | map(attribute='a.' * 2500) | length }}",
        "the name of an attribute is longer than 200 characters",
    ),
    "a-word-of-the-template-that-is-compared": (
        "{% set s %}" + WORD + "{% endset %}" + ROUND + "{% if s == '" + WORD + "' %}{% endif %}{% endfor %}",
        STEPS,
    ),
    "a-name-of-many-letters": (
        "{% set " + WORD + " = 1 %}" + ROUND + "{% if " + WORD + " %}{% endif %}{% endfor %}",
        STEPS,
    ),
    "a-key-of-many-letters": (
        LINE + "{% set d = {b: 1} %}{% set c = b[1:] ~ 'x' %}" + ROUND + "{% if d[c] %}{% endif %}{% endfor %}",
        STEPS,
    ),
    # sequences and dictionaries in place of numbers
    "a-list-times-a-list": (LONG + "{{ (l * l) | length }}", "* needs a number on one side"),
    "a-text-times-a-text": (LINE + "{{ (b * b) | length }}", "* needs a number on one side"),
    "one-dictionary-without-another": (
        NESTED + "{{ {1: n.a}.items() - {2: n.a}.items() }}",
        "- needs a number on both sides",
    ),
    "one-dictionary-within-another": (NESTED + "{{ {1: n.a}.items() <= {1: n.a}.items() }}", STEPS),
    # what is not found is named in the message
    "a-subscript-of-shared-parts": (DOUBLED + "{{ [1][x] }}", STEPS),
    "a-subscript-of-a-dictionary": (NESTED + "{{ {}[n.a] }}", STEPS),
    "a-subscript-of-many-letters": (LINE + "{{ [1][b] }}", "nothing is called " + "x" * 57 + "... here"),
    # a loop hands over what it goes through
    "a-loop-that-is-joined": (LINE + "{% for x in [b] * 450 %}{{ ''.join(loop) | length }}{% endfor %}", STEPS),
    "a-loop-that-is-searched": (LONG + "{% for x in [l] * 450 %}{{ [0] in loop }}{% endfor %}", STEPS),
    "a-loop-that-is-searched-by-a-test": (LONG + "{% for x in [l] * 450 %}{{ [0] is in(loop) }}{% endfor %}", STEPS),
    "a-namespace-of-a-loop": (
        NESTED + "{% for x in [(n.a, 1)] * 2 %}{{ namespace(loop) }}{% endfor %}",
        "a value is of the wrong type",
    ),
    "a-namespace-of-loops": (
        NESTED + "{% for x in [n.a, n.a, 1] %}{{ namespace([loop]) }}{% endfor %}",
        "a value is of the wrong type",
    ),
    # templates that are looked for
    "many-templates-that-are-not-there": ("{% include ['a'] * 4000 ignore missing %}" * 3, STEPS),
    "a-template-of-a-long-name": (LINE + "{% for i in range(400) %}{% include b ignore missing %}{% endfor %}", STEPS),
    # functions, methods, blocks and macros without their brackets: printed, they would be addresses in memory
    "a-function-that-is-not-called": ("{{ lines }}", BRACKETS.format("lines")),
    "our-range-that-is-not-called": ("{{ range }}", BRACKETS.format("range")),
    "a-method-that-is-not-called": ("{{ 'a'.upper }}", BRACKETS.format("upper")),
    "a-method-in-a-list": ("{{ [['a'.upper]] }}", BRACKETS.format("upper")),
    "a-method-that-is-joined": ("{{ 'a' ~ 'a'.format }}", BRACKETS.format("format")),
    "a-method-that-is-filtered": ("{{ 'a'.upper | lower }}", BRACKETS.format("upper")),
    "a-method-in-a-format": ("{{ '{}'.format('a'.upper) }}", BRACKETS.format("upper")),
    "a-method-by-percent": ("{{ '%s' % 'a'.upper }}", BRACKETS.format("upper")),
    "a-block-that-is-not-called": ("{% block b %}{% endblock %}{{ self.b }}", BRACKETS.format("b")),
    "a-macro-that-is-not-called": ("{% macro m() %}{% endmacro %}{{ m }}", BRACKETS.format("m")),
    "a-macro-that-is-joined": ("{% macro m() %}{% endmacro %}{{ m ~ 'a' }}", BRACKETS.format("m")),
    "a-list-that-is-printed": ("{{ [1, 2] }}", "a list cannot be printed as it is: write NAME|join"),
    "a-list-that-is-joined": ("{{ 'a' ~ (1, 2) }}", "a list cannot be printed as it is: write NAME|join"),
    "a-mapping-that-is-printed": (
        "{{ {'a': 1} }}",
        "a mapping cannot be printed as it is: write the name of what is in it",
    ),
    # what is not there to be called
    "encode": ("{{ 'a'.encode() }}", NO_CALL),
    "translate": ("{{ 'a'.translate({97: 'b' * 5000}) }}", NO_CALL),
    "a-list-from-keys": ("{{ {}.fromkeys(range(5000), 1) }}", NO_CALL),
    # what filters passed on in silence
    "map-to-a-class": ("{{ [style] | map(attribute='__class__') | length }}", "__class__ is not allowed"),
    "group-by-a-class": ("{{ [style] | groupby('__class__') | length }}", "__class__ is not allowed"),
    "map-to-nothing": ("{{ [style] | map(attribute='nope') | length }}", "nothing is called nope here"),
    "group-by-nothing": ("{{ [style] | groupby('nope') | length }}", "nothing is called nope here"),
    "sort-by-nothing": ("{{ [style] | sort(attribute='nope') | length }}", "nothing is called nope here"),
    "join-nothing": ("{{ [style] | join(attribute='nope') | length }}", "nothing is called nope here"),
}
"""By name: the template, and what is said of it. `{steps}` is the most steps that a text may take."""

ENOUGH: dict[str, tuple[str, str]] = {
    "a-long-line": ("{{ lines('a ' * 2500, 1e300, 9) | length }}", "1"),
    "a-line-of-no-width": ("{{ lines('a b', ('nan' | float), 9) | length }}", "1"),
    "large-numbers": (
        "{{ [20000, 1000000] | sum }} {{ '%d' | format(123456) }} {{ 7000 | string }}",
        "1020000 123456 7000",
    ),
    "a-namespace-in-itself": ("{% set n = namespace() %}{% set n.a = n %}{{ n.a.a is sameas n }}", "True"),
    "names-with-a-default": ("{{ [style] | map(attribute='nope', default='?') | join }}", "?"),
    "chosen-by-a-test": ("{{ [1, 20000, 3] | select('gt', 10000) | first }}", "20000"),
    "formats": ("{{ '{:.1f} {a}'.format(2, a=3) }} {{ '%02d' % 7 }} {{ '{{}}'.format() }}", "2.0 3 07 {}"),
    "slices": ("{{ 'abcdef'[1:4] }} {{ [1, 2, 3][::-1] | join }}", "bcd 321"),
    "methods": ("{{ 'a-b'.split('-') | join('+') }} {{ {'a': 1}.get('b', 2) }} {{ 'x'.center(3) }}|", "a+b 2  x |"),
    "comparisons": (
        "{{ 1 < 2 <= 2 }} {{ 'a' in 'cat' }} {{ 'b' not in ['a'] }} {{ [1] == [1] }}",
        "True True True True",
    ),
    "blocks-and-macros": (
        "{% macro m(x) %}<{{ x }}>{% endmacro %}{% block b %}{{ m(1) }}{% endblock %}{{ self.b() }}",
        "<1><1>",
    ),
    "a-macro-that-is-handed-on": ("{% macro m(x) %}{{ x }}{% endmacro %}{% set n = namespace(a=m) %}{{ n.a(1) }}", "1"),
    "a-namespace-of-a-dictionary": ("{% set n = namespace({'a': 1}, b=2) %}{{ n.a + n.b - 1 }}", "2"),
    "nothing-for-want-of-an-else": ("a{{ 'b' if false }}{% set c = ('d' if false) ~ 'e' %}{{ c }}", "ae"),
    "numbers": ("{{ 3 - 1.5 }} {{ 'ab' * 2 }} {{ (2 * [1]) | join('+') }} {{ 1.5 * 2 }}", "1.5 abab 1+1 3.0"),
    "recursive-loops": (
        "{% for x in [[1], []] recursive %}({{ loop(x) if x is sequence else x }}){% endfor %}",
        "((1))()",
    ),
}
"""By name: a template that is well, and what it gives."""

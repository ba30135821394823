import { renderTemplate, renderTemplates, type TemplateObject } from '../src';

const data = {
  tree: [
    { n: 'a', s: [{ n: 'b', s: [{ n: 'c', s: [] }] }] },
    { n: 'd', s: [] },
  ],
  name: 'core sw',
  list: ['a', 'b'],
};
const rendered = async (template: string) => {
  const rendering = await renderTemplate(template, data);
  return 'text' in rendering ? rendering.text : rendering;
};

/** What Jinja2 3.1 makes of them. */
describe('the grammar of Jinja2', () => {
  test.each([
    ['{{ 1e3 }} {{ 1.5E-3 }} {{ 1_000 }} {{ 0x1F + 0b11 + 0o17 }}', '1000.0 0.0015 1000 49'],
    ["{{ '\\d+\\.' }} {{ '\\x41\\u00e9\\101' }} {{ 'a' \"b\" }} {{ 'it\\'s' }}", "\\d+\\. AéA ab it's"],
    ['{% for i in 1, 2 %}{% continue %}{% else %}none{% endfor %} {{ "ä ö_ü b"|wordcount }}', 'none 3'],
    ['{% for i in 1, 2 %}{{ i }}{% endfor %} {% for i in 1, %}{{ i }}{% endfor %}', '12 1'],
    ['{% for i in tree recursive %}{{ loop.depth }}{{ i.n }}({{ loop(i.s) }}){% endfor %}', '1a(2b(3c()))1d()'],
    [
      "{% for i in tree if i.n != 'd' recursive %}{{ i.n }}{{ loop.depth0 }}{% if i.s %}{{ loop(i.s) }}{% endif %}{% endfor %}",
      'a0b1c2',
    ],
    [
      "{% for i in [1, 1, 2, 3] %}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.cycle('x', 'y') }}{{ loop.changed(i) }}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.length }};{% endfor %}",
      '43xTrue14;32yFalse124;21xTrue134;10yTrue24;',
    ],
    [
      '{% for i in range(9) %}{% if i == 2 %}{% continue %}{% elif i > 3 %}{% break %}{% endif %}{{ i }}{% endfor %}',
      '013',
    ],
    ['{% block title %}a{{ name }}{% endblock title %}{% block x scoped %}b{% endblock %}', 'acore swb'],
    [
      "{% set x, y = 1, 2 %}{{ y }}{{ x }} {% set z | upper | replace('A', 'o') %}ab{{ x }}{% endset %}{{ z }}",
      '21 oB1',
    ],
    ["{% filter upper | replace('A', '4') %}abc{% endfilter %}", '4BC'],
    [
      '{% macro m(a, b=a) %}{{ a }}{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1) }} {{ m(1, 2, 3, c=4) }} {{ m(b=1) }}',
      "11(){} 12(3,){'c': 4} 1(){}",
    ],
    [
      "{% macro box(t) %}<{{ t }}: {{ caller(1, y=2) }}>{% endmacro %}{% call(x, y=0) box('h') %}{{ x }}{{ y }}{% endcall %}",
      '<h: 12>',
    ],
    ['{% set ns = namespace() %}{% set ns.m = 1 %}{% set a, ns.b = 2, 3 %}{{ ns.m }}{{ ns.b }}', '13'],
    [
      "{{ '1' + 2 ~ 3 * 2 }} {{ -2 ** 2 }} {{ 2 ** 3 ** 2 }} {{ -1|abs }} {{ (-1)|abs }} {{ not 1 in [2] }} {{ 1 if 0 }} {{ 'a' if 0 else 'b' if 0 else 'c' }}",
      '126 4 64 1 1 True  c',
    ],
    [
      "{{ 1 < 2 < 3 }} {{ 3 > 2 > 2 }} {{ 1 in [1] == true }} {{ [1, 2, 3][::-1] }} {{ 'abc'[1:] }} {{ list.0 }} {{ {'a': {}} }} {{ [1, 2,] }} {{ {'a': 1,} }}",
      "True False False [3, 2, 1] bc a {'a': {}} [1, 2] {'a': 1}",
    ],
    [
      "{{ 2 is divisibleby 2 and 3 is not even }} {{ name is filter }} {{ 'upper' is filter }} {{ 'odd' is test }} {{ 4 is in [4] }} {{ 'x' is escaped }}",
      'True False True True True False',
    ],
    ["a  {%- if true -%}  b  {%+ endif +%}  c {#- d -#} e {{- 'f' -}} g", 'ab    cefg'],
    ['{%- raw -%} {{ x }} {% if %} {%- endraw -%} h', '{{ x }} {% if %}h'],
    ["{% with a = 1, b = a %}{{ a }}{{ b }}{% endwith %}{{ a }} {% print 'p' %}{% print 1, 2 %}", '1 p12'],
    [
      "{% if name is defined and name | length > 3 %}y{% endif %} {{ name.upper()[:4] | lower }} {{ (name, 1)[0] }} {{ dict(a=1, **{'b': 2}) }} {{ '%s-%s' % (1, 2) }}",
      "y core core sw {'a': 1, 'b': 2} 1-2",
    ],
    ['{{ \'{{ x }} %} }}\' }} {# {{ not }} #}{{ "a}}" }}', '{{ x }} %} }} a}}'],
  ])('%s', async (template, text) => expect(await rendered(template)).toBe(text));

  test.each([
    '{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}',
    '{% macro m(a) %}{% endmacro %}{{ m(b=1) }}',
    '{% macro m() %}{% endmacro %}{% call m() %}{% endcall %}',
    '{% macro m(a=1, b) %}{% endmacro %}',
    '{% set true = 1 %}',
    '{% set a.b.c = 1 %}',
    '{{ 1_ }}',
    "{{ '\\x4' }}",
    '{{ 1 2 }}',
    '{% for a, b in [1] %}{% endfor %}',
    '{{ m(a=1, 2) }}',
    '{{ ] }}',
    '{% raw %}',
    '{# x',
    '{% else %}',
    '{% call 1 %}{% endcall %}',
    '{% endif %}',
    "{{ 'x' }",
    '{{ 1 }} {% block %}{% endblock %}',
  ])('refuses %s', async (template) => expect(await rendered(template)).toEqual({ problem: expect.any(String) }));

  test.each([
    ['{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}', 'The macro “m” takes 1 arguments at most.'],
    ["{% include 'x' %}", '“include” is left out: a template stands for itself.'],
    ['{% nosuch %}', 'There is no statement “nosuch” there.'],
    ['{{ 1 2 }}', 'Expected the end of it, found “2”.'],
    ['{% for i in [] %}', 'The template is not complete.'],
    ['{{ a ! b }}', '“!” is not expected there.'],
  ])('says what is wrong with %s', async (template, problem) => expect(await rendered(template)).toEqual({ problem }));
});

describe('dates', () => {
  const object: TemplateObject = {
    text: 'o',
    data: { created: '2026-11-21 08:05:09.012345+00:00', installed: '2024-02-29', name: '2024-02-29', gone: null },
    refs: {},
    lists: ['twins'],
    moments: ['created', 'installed', 'gone'],
  };
  const found = new Map<string, TemplateObject>([
    ['a', object],
    ['b', { ...object, data: { ...object.data, created: '2025-01-01 00:00:00+00:00', name: 'b' } }],
    ['a/twins', { text: '', data: {}, refs: { items: ['a', 'b'] } }],
  ]);
  const find = async (keys: string[]) => new Map(keys.map((key) => [key, found.get(key)!]));
  const made = async (template: string) => (await renderTemplates([{ template, refs: { obj: 'a' } }], find))[0];

  test.each([
    [
      "{{ obj.created.strftime('%d.%m.%Y %H:%M:%S.%f %A %-d %j %W %Z %%') }}",
      '21.11.2026 08:05:09.012345 Saturday 21 325 46 UTC %',
    ],
    [
      '{{ obj.created }} {{ obj.created.isoformat() }} {{ obj.created.date() }}',
      '2026-11-21 08:05:09.012345+00:00 2026-11-21T08:05:09.012345+00:00 2026-11-21',
    ],
    [
      '{{ obj.created.year }} {{ obj.created.minute }} {{ obj.created.weekday() }} {{ obj.installed.day }}',
      '2026 5 5 29',
    ],
    [
      "{{ obj.installed }} {{ obj.installed.strftime('%y/%b') }} {{ obj.gone }} {{ obj.installed < obj.created.date() }}",
      '2024-02-29 24/Feb None True',
    ],
    [
      "{{ obj.created|date('j. F Y, H:i') }} {{ obj.created|date }} {{ obj.installed|date('D jS') }} {{ obj.created|time }}",
      '21. November 2026, 08:05 Nov. 21, 2026 Thu 29th 8:05 a.m.',
    ],
    [
      "{{ obj.twins.filter(created__gte='2026-01-01').count() }} {{ obj.twins.filter(created__year=2025).first().name }}",
      '1 b',
    ],
    [
      "{{ obj.twins.names() }} {{ obj.twins.values('name')[1] }} {{ obj.twins.get(name='b').created.year }}",
      "['2024-02-29', 'b'] {'name': 'b'} 2025",
    ],
    [
      "{{ obj.twins.filter(name__regex='^b').count() }} {{ obj.twins.reverse().first().name }} {{ {'d': obj.installed}|tojson }}",
      '1 b {"d": "2024-02-29"}',
    ],
  ])('%s', async (template, text) => expect(await made(template)).toEqual({ text }));

  test.each([
    "{{ obj.name.strftime('%Y') }}",
    "{{ obj.installed|date('H:i') }}",
    '{{ obj.created < obj.name }}',
    "{{ obj.twins.get(name='x') }}",
  ])('is a problem: %s', async (template) => expect(await made(template)).toEqual({ problem: expect.any(String) }));
});

test.each([
  '{% for i in [[]] recursive %}{{ loop([i]) }}{% endfor %}',
  `{{ 'a' ${'| upper '.repeat(9000)} }}`,
  '{% if 1 %}'.repeat(6000),
  `{{ ${'-'.repeat(60_000)}1 }}`,
  `{{ ${'['.repeat(60_000)}`,
  `{{ '${'\\'.repeat(60_000)}`,
  `{{ ${'1_'.repeat(30_000)} }}`,
  `${'{#'.repeat(30_000)}`,
  `${'{% raw %}'.repeat(7000)}`,
])('hostile grammar is cut off: %.60s', async (template) => {
  const [hostile, decent] = await renderTemplates([{ template }, { template: '{{ 6 * 7 }}' }]);
  expect(hostile).toEqual({ problem: expect.any(String) });
  expect(decent).toEqual({ text: '42' });
});

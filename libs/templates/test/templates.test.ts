import { renderTemplate, renderTemplates, type TemplateObject } from '../src';

const rendered = async (template: string, data: Record<string, unknown> = {}) => {
  const rendering = await renderTemplate(template, data);
  return 'text' in rendering ? rendering.text : rendering;
};

const problem = { problem: expect.any(String) };

describe('templates read as those of Jinja2 do', () => {
  const obj = {
    name: 'core sw',
    nothing: null,
    up: true,
    ratio: 0.5,
    list: ['a', 'b'],
    tags: [
      { name: 't2', g: 1 },
      { name: 't1', g: 2 },
    ],
  };

  test.each([
    ["{{ obj.name[:3] | upper }}-{{ obj.description | default('d', true) }}", 'COR-d'],
    ['{{ obj.nosuch }}|{{ nosuch }}', '|'],
    ['{{ obj.nothing }} {{ obj.up }} {{ obj.ratio }} {{ obj.list }}', "None True 0.5 ['a', 'b']"],
    ['{{ 6 * 7 }} {{ 7 / 7 }} {{ -7 // 2 }} {{ 2 ** 10 }} {{ 0.1 + 0.2 }}', '42 1.0 -4 1024 0.30000000000000004'],
    ["{{ 2.5|round }} {{ 2.567|round(1) }} {{ '3.9'|int }} {{ 'x'|int(5) }} {{ '2.5'|float }}", '2.0 2.6 3 5 2.5'],
    ["{{ obj.tags|map(attribute='name')|sort|join(', ') }}", 't1, t2'],
    ["{{ obj.tags|selectattr('g', 'gt', 1)|map(attribute='name')|list }}", "['t1']"],
    ["{% for g in obj.tags|groupby('g') %}{{ g.grouper }}:{{ g.list|length }};{% endfor %}", '1:1;2:1;'],
    ["{{ {'b': 1, 'a': [none, true]}|tojson }}", '{"a": [null, true], "b": 1}'],
    [
      "{{ {'b': 1, 'a': 2}|dictsort }} {% for k, v in {'b': 1}.items() %}{{ k }}{{ v }}{% endfor %}",
      "[('a', 2), ('b', 1)] b1",
    ],
    [
      "{{ 'Hello World foo bar'|truncate(12) }} {{ obj.name|title }} {{ [3, 1, 3]|unique|list }}",
      'Hello... Core Sw [3, 1]',
    ],
    [
      "{{ '%s-%03d'|format('a', 5) }} {{ '%.1f%%' % 3.14159 }} {{ '{:>5}|{a}'.format('x', a=1) }}",
      'a-005 3.1%     x|1',
    ],
    [
      '{% set ns = namespace(n=0) %}{% for i in range(4) if i is odd %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}',
      '4',
    ],
    ['{% macro m(a, b=2) %}{{ a }}-{{ b }}{% endmacro %}{{ m(1) }} {{ m(1, b=3) }}', '1-2 1-3'],
    ['{% for i in [1, 2] %}{{ loop.index }}{% if not loop.last %},{% endif %}{% else %}none{% endfor %}', '1,2'],
    ['a {%- if true %} b {%- endif %}{# no #} {% raw %}{{ c }}{% endraw %}', 'a b {{ c }}'],
    ["{{ obj.name.upper() }} {{ obj.name.split(' ')[1] }} {{ obj.name.replace('c', 'k') }}", 'CORE SW sw kore sw'],
    ['{{ 3 > 2 > 1 }} {{ 1 < 3 < 2 }} {{ 1 == 1.0 != 2 }}', 'True False True'],
    ['{{ 9 is divisibleby(3) }} {{ 9 is not divisibleby 3 }} {{ obj.up is sameas true }}', 'True False True'],
    [
      "{{ 'a' is in obj.list }} {{ 'c' is not in obj.list }} {% if 2 is ge(1) and 1 is not none %}y{% endif %}",
      'True True y',
    ],
    ["{{ [1, 'it', none] }} {{ (1, 2) }} {{ 'a' ~ 1 ~ none }}", "[1, 'it', None] (1, 2) a1None"],
    ["{{ 'a.b.c'.rsplit('.', maxsplit=1) }} {{ 'a b c'.split(maxsplit=1) }}", "['a.b', 'c'] ['a', 'b c']"],
    ["{{ 'ab'.find('b', 1) }} {{ 'a😀b'.find('b') }} {{ 'abc'.count('c', 0, 2) }} {{ '😀'.ljust(3) }}|", '1 2 0 😀  |'],
    [
      "{% set d = {'a': 1} %}{% set _ = d.update({'b': 2}, c=3) %}{{ d }} {{ d.pop('a') }} {{ d.setdefault('q', []) }} {{ d }}",
      "{'a': 1, 'b': 2, 'c': 3} 1 [] {'b': 2, 'c': 3, 'q': []}",
    ],
    [
      "{% set l = [3, 1] %}{% do l.extend([2]) %}{% do l.insert(0, 'x') %}{{ l.pop(0) }}{% do l.sort(reverse=true) %}{{ l }}",
      'x[3, 2, 1]',
    ],
    ["{{ dict([['a', 1]], b=2) }} {{ (1,) }} {{ () }} {{ '%s' % (obj.list,) }}", "{'a': 1, 'b': 2} (1,) () ['a', 'b']"],
    [
      '{% for i in [1, 2] %}{% with a = i, b = 2 %}{{ a }}{{ b }}{{ loop.last }}{% endwith %}{{ a }} {% endfor %}',
      '12False 22True ',
    ],
    ["{% set c = cycler('a', 'b') %}{{ c.current }}{{ c.next() }}{{ c.current }}", 'aab'],
    [
      "{{ '%.0f' % 62.5 }} {{ 0.125|round(2) }} {{ 7|round }} {{ 25|round(-1) }} {{ '% d' % 5 }} {{ '{:G}'.format(1234567) }}",
      '62 0.12 7 20  5 1.23457E+06',
    ],
    [
      "{{ '{:#06x}'.format(5) }} {{ '%#06x' % 5 }} {{ '{0[0]}{0[1]}'.format(['a', 'b']) }} {{ '{!s:3}|'.format(3) }} {{ '%.3d' % -5 }}",
      '0x0005 0x0005 ab 3  | -005',
    ],
    [
      "{{ '0x1a'|int }} {{ '0x1a'|float }} {{ ' 1.5e1 '|float }} {{ '0b1'|int(7) }} {{ '0x1a'|int(0, 16) }}",
      '0 0.0 15.0 7 26',
    ],
    ["{{ [{'m': none}, {'m': 'a'}, {}]|map(attribute='m', default='-')|reject('none')|join(' ') }}", 'a -'],
    ["{{ {'<a>': \"it's ü\"}|tojson }}", '{"\\u003ca\\u003e": "it\\u0027s \\u00fc"}'],
    [
      "{{ 'uplink to core-switch eth1'|wordwrap(12) }} {{ 'abcdef'|wordwrap(4, false) }} {{ 'abcdef'|wordwrap(4, wrapstring='/') }}",
      'uplink to\ncore-switch\neth1 abcdef abcd/ef',
    ],
    ["{{ obj.nothing|map('upper')|list }} {{ obj.nothing|selectattr('name')|list }} {{ (2, 1)|sort }}", '[] [] [1, 2]'],
    ["a\r\n{{ 'b' }}\r\n{% if true %}\r\nc\r\n{% endif %}\r\n", 'a\nb\n\nc\n'],
  ])('%s', async (template, text) => expect(await rendered(template, { obj })).toBe(text));

  test.each([
    ["{{ 'ge-0/0/1'|ljust(10) }}|{{ 5|rjust(3) }}|{{ 'a b'|cut(' ') }}", 'ge-0/0/1  |  5|ab'],
    ["{{ 1|add('2') }} {{ none|default_if_none('-') }} {{ obj.up|yesno('up,down') }} {{ none|yesno }}", '3 - up maybe'],
    [
      "port{{ 1|pluralize }} port{{ 2|pluralize }} {{ ['a', 'b']|pluralize('y,ies') }} {{ 'core'|capfirst }}",
      'port ports ies Core',
    ],
    ['{{ 1.005|floatformat(2) }} {{ 34|floatformat }} {{ 34.26|floatformat }}', '1.01 34 34.3'],
    ["{{ 'core switch'|truncatechars(5) }} {{ 'a b c'|truncatewords(2) }}", 'core… a b …'],
    [
      '{{ 10000000|humanize_speed }} {{ 1544|humanize_speed }} {{ 1|percentage(4) }} {{ 7|divide(2) }} {{ 1|divide(0) }}',
      '10 Gbps 1.544 Mbps 25 4 None',
    ],
    ["{{ {'a': 1}|get_item('a') }} {{ 3|as_range }}", '1 [0, 1, 2]'],
  ])('with the filters of Django and Nautobot: %s', async (template, text) =>
    expect(await rendered(template, { obj })).toBe(text),
  );

  test.each([
    '{{ obj.nosuch.attr }}',
    '{{ x|nosuch }}',
    '{{ ',
    '{% if %}',
    "{% include 'x' %}",
    '{{ 1 / 0 }}',
    '{{ 1 + none }}',
    "{{ 'a b'.split(most=1) }}",
    "{{ '{:d}'.format('x') }}",
    "{{ '{:{w}}'.format('a', w=5) }}",
    "{{ '%(a)s' % {} }}",
    '{{ [].pop() }}',
    '{% with 1 %}{% endwith %}',
  ])('what cannot be done is a problem: %s', async (template) =>
    expect(await rendered(template, { obj })).toEqual(problem),
  );
});

test.each([
  ['{% if true %}', 'The template is not complete.'],
  [`{{ ${'('.repeat(20_000)}1${')'.repeat(20_000)} }}`, 'It is nested too deeply.'],
])('what is wrong is said: %.40s', async (template, said) =>
  expect(await rendered(template)).toEqual({ problem: said }),
);

describe('hostile templates are cut off, and the others are rendered', () => {
  test.each([
    "{{ ''.constructor.constructor('return process')() }}",
    '{{ obj.__class__.__mro__ }}',
    '{{ range(10 ** 12) }}',
    "{{ 'a' * 10 ** 9 }}",
    "{{ '%999999999d' % 1 }}",
    "{{ 'a'.center(10 ** 9) }}",
    '{% for i in range(99999) %}{% for j in range(99999) %}{% for k in range(99999) %}{% endfor %}{% endfor %}{% endfor %}',
    "{% set ns = namespace(s='aaaaaaaa') %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s }}",
    '{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}',
    '{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l|tojson }}',
    '{% set l = [] %}{% set _ = l.append(l) %}{{ l }}',
    '{% set l = [1] %}{% for i in range(99) %}{% do l.extend(l) %}{% endfor %}',
    '{% set d = {} %}{% for i in range(99999) %}{% for j in range(99999) %}{% do d.update({(i ~ j): d}) %}{% endfor %}{% endfor %}',
    "{{ ('a-' * 400000)|wordwrap(3) }}",
    "{{ ('a' * 900000)|wordwrap(1) }}",
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    "{% for i in range(99999) %}{{ 'x' * 99999 }}{% endfor %}",
    "{% set l = [] %}{% for i in range(99999) %}{% set _ = l.append('x' * (99999 + i)) %}{% endfor %}",
    `{{ ${'('.repeat(30_000)}1${')'.repeat(30_000)} }}`,
    `${' '.repeat(60_000)}x`,
    '{% for i in range(99999) %}{{ range(99999)|sort|unique|list|length }}{% endfor %}',
    "{{ ('a ' * 99999)|wordwrap(1)|striptags|title|urlencode|replace('A', 'b' * 9999) }}",
  ])('number %#', async (template) => {
    const start = Date.now();
    const [hostile, decent] = await renderTemplates([{ template, data: { obj: {} } }, { template: '{{ 6 * 7 }}' }]);
    expect('problem' in hostile!).toBe(true);
    expect(decent).toEqual({ text: '42' });
    expect(Date.now() - start).toBeLessThan(20_000);
  });

  test('nothing of JavaScript can be seen', async () => {
    const names = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'length', 'at'];
    const values = ["''", '[]', '{}', '1', 'true', 'range', 'obj', "''.upper", 'namespace()'];
    const templates = values.flatMap((value) =>
      names.flatMap((name) => [`{{ ${value}.${name} }}`, `{{ (${value})['${name}'] }}`]),
    );
    const renderings = await renderTemplates(templates.map((template) => ({ template, data: { obj: {} } })));
    expect(renderings.filter((one) => 'text' in one && one.text !== '')).toEqual([]);
  });

  test('what looks like a reference in data is data', async () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": 1}, "refs": {"x": "k"}, "missing": ["k"]}');
    expect(await rendered('{{ obj.polluted }}|{{ obj.refs.x }}', { obj: hostile })).toBe('|k');
  });
});

describe('objects are found as templates ask for them', () => {
  const place = (name: string, parent: string | null) => ({
    text: `at ${name}`,
    data: { name },
    refs: { parent, tags: [] },
  });
  const objects = new Map([
    ['a', place('a', 'b')],
    ['b', place('b', 'c')],
    ['c', place('c', null)],
  ]);

  test('one question for each step, whatever the number of templates', async () => {
    const find = jest.fn(async (keys: string[]) => new Map(keys.map((key) => [key, objects.get(key)!])));
    const template = '{{ obj }} {{ obj.parent.parent.name }} {{ obj.parent.parent.parent }} {{ obj.tags.count() }}';
    const cases = Array.from({ length: 600 }, () => ({ template, refs: { obj: 'a' } }));
    const renderings = await renderTemplates(cases, find);
    expect(new Set(renderings.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ text: 'at a c None 0' })]),
    );
    expect(find.mock.calls).toEqual([[['a']], [['b']], [['c']]]);
  });

  test('a list of objects is found at once', async () => {
    const find = jest.fn(async (keys: string[]) => new Map(keys.map((key) => [key, objects.get(key)!])));
    const template =
      '{% for one in queryset %}{{ one.name }}{% endfor %} {{ queryset.count() }} {{ queryset | length }}';
    expect(await renderTemplates([{ template, refs: { queryset: ['a', 'b', 'c'] } }], find)).toEqual([
      { text: 'abc 3 3' },
    ]);
    expect(find.mock.calls).toEqual([[['a', 'b', 'c']]]);
  });

  test('what refers to an object is counted without being looked at', async () => {
    const boss = { text: 'boss', data: {}, refs: {}, lists: ['staff'] };
    const found = new Map<string, TemplateObject>([
      ['b/staff', { text: '', data: {}, refs: { items: ['a', 'c'] } }],
      ...objects,
      ['b', boss],
    ]);
    const find = jest.fn(async (keys: string[]) => new Map(keys.map((key) => [key, found.get(key)!])));
    const cases = (template: string) => [{ template, refs: { obj: 'b' } }];
    const counting =
      '{{ obj.staff.count() }} {{ obj.staff|length }} {{ "some" if obj.staff }} {{ obj.staff.exists() }}';
    expect(await renderTemplates(cases(counting), find)).toEqual([{ text: '2 2 some True' }]);
    expect(find.mock.calls).toEqual([[['b']], [['b/staff']]]);
    const looking =
      '{% for one in obj.staff.all() %}{{ one.name }}{% endfor %} {{ obj.staff[1] }} {{ obj.staff[:1]|list }}';
    expect(await renderTemplates(cases(looking), find)).toEqual([{ text: 'ac at c [<at a>]' }]);
  });

  test('what refers to an object is chosen and put in order as Django has it', async () => {
    const port = (name: string, mtu: number | null, up: boolean) => ({
      text: name,
      data: { name, mtu, up },
      refs: { owner: 'b', twins: ['p1', 'p2'] },
    });
    const found = new Map<string, TemplateObject>([
      ...objects,
      ['b', { text: 'boss', data: { name: 'b' }, refs: {}, lists: ['ports'] }],
      ['b/ports', { text: '', data: {}, refs: { items: ['p1', 'p2', 'p3'] } }],
      ['p1', port('Eth1', 1500, true)],
      ['p2', port('Eth2', null, false)],
      ['p3', port('Lo0', 9000, true)],
    ]);
    const find = async (keys: string[]) => new Map(keys.map((key) => [key, found.get(key)!]));
    const cases: [string, string][] = [
      ["{{ obj.ports.filter(up=true).order_by('-name')|join(',') }}", 'Lo0,Eth1'],
      [
        "{{ obj.ports.filter(mtu__gte=1500, name__startswith='Eth')|join }}{{ obj.ports.filter(up=0).first().name }}",
        'Eth1Eth2',
      ],
      [
        "{{ obj.ports.exclude(name__in=['Eth1'])|join(',') }} {{ obj.ports.filter(mtu__isnull=true).count() }}",
        'Eth2,Lo0 1',
      ],
      [
        "{{ obj.ports.order_by('mtu')|join(',') }} {{ obj.ports.order_by('-up', '-mtu')|join(',') }}",
        'Eth1,Lo0,Eth2 Lo0,Eth1,Eth2',
      ],
      [
        "{{ obj.ports.values_list('name', flat=True) }} {{ obj.ports.all().values_list('name', 'owner__name')[0] }}",
        "['Eth1', 'Eth2', 'Lo0'] ('Eth1', 'b')",
      ],
      ["{% for port in obj.ports.filter(owner__name__icontains='B', name='Lo0') %}{{ port.name }}{% endfor %}", 'Lo0'],
    ];
    const renderings = await renderTemplates(
      cases.map(([template]) => ({ template, refs: { obj: 'b' } })),
      find,
    );
    expect(renderings).toEqual(cases.map(([, text]) => ({ text })));
    const wrong = ["filter('x')", "filter(nam='x')", "filter(twins__name='x')", "order_by('nosuch')", 'values_list()'];
    const refused = wrong.map((call) => ({ template: `{{ obj.ports.${call} }}`, refs: { obj: 'b' } }));
    expect(await renderTemplates(refused, find)).toEqual(wrong.map(() => problem));
  });

  test('a chain without end comes to one', async () => {
    const find = async (keys: string[]) => new Map(keys.map((key) => [key, place(key, `${key}x`)]));
    const template =
      '{% set ns = namespace(p=obj) %}{% for i in range(999) %}{% set ns.p = ns.p.parent %}{% endfor %}{{ ns.p }}';
    expect(await renderTemplates([{ template, refs: { obj: 'x' } }], find)).toEqual([problem]);
  });
});

test('templates of others that take long take nothing of the time that one has', async () => {
  const endless = '{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}';
  const others = Array.from({ length: 14 }, (_, index) => renderTemplate(`${endless}${index}`, {}));
  const own = await renderTemplates(
    Array.from({ length: 300 }, (_, index) => ({ template: '{{ n }}', data: { n: index } })),
  );
  expect(own.filter((rendering) => 'problem' in rendering)).toEqual([]);
  await Promise.all(others);
});

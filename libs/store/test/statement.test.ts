import { compile, sql, TooManyValues } from '../src';

const where = (name: string) => sql.fragment`name = ${name}`;

test('placeholders of nested fragments become PostgreSQL parameters in order', () => {
  const statement = sql.unsafe`select * from site where ${where('a')} and id = any(${sql.array([1, 2], 'int4')}) or ${where('b')}`;
  expect(compile(statement)).toEqual({
    name: undefined,
    text: 'select * from site where name = $1 and id = any($2::"int4"[]) or name = $3',
    values: ['a', [1, 2], 'b'],
  });
});

test('a text gets its name, always the same, when it comes back', () => {
  const first = compile(sql.fragment`select ${1}::int as one`);
  const second = compile(sql.fragment`select ${2}::int as one`);
  const third = compile(sql.fragment`select ${3}::int as one`);
  expect(first.name).toBeUndefined();
  expect(second.name).toMatch(/^[\w-]{20}$/);
  expect(third).toEqual({ name: second.name, text: 'select $1::int as one', values: [3] });
});

test('what has hundreds of values is not prepared, as each number of them is a text of its own', () => {
  const many = (values: number) => {
    const ors = Array.from({ length: values }, (_, value) => sql.fragment`name ilike ${String(value)}`);
    return sql.fragment`select * from site where ${sql.join(ors, sql.fragment` or `)}`;
  };
  const names = [200, 300].map((values) => {
    compile(many(values));
    return compile(many(values)).name;
  });
  expect(names).toEqual([expect.any(String), undefined]);
});

test('texts in use are remembered while thousands of others pass by', () => {
  const used = () => compile(sql.fragment`select 'used'`);
  used();
  const name = used().name;
  for (let index = 0; index < 10_000; index += 1) {
    compile({ ...sql.fragment``, sql: `select ${index}` });
    if (index % 1000 === 0) expect(used().name).toBe(name);
  }
  const forgotten = compile({ ...sql.fragment``, sql: 'select 1' });
  expect(forgotten.name).toBeUndefined();
});

test('more values than the protocol can count are refused before they are sent', () => {
  const values = Array.from({ length: 65_536 }, () => sql.fragment`${1}::int`);
  const sum = (some: typeof values) => sql.fragment`select ${sql.join(some, sql.fragment` + `)}`;
  expect(compile(sum(values.slice(1))).values).toHaveLength(65_535);
  expect(() => compile(sum(values))).toThrow(TooManyValues);
});

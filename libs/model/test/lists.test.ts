import { f } from '../src';

const kindsOfLists = {
  relations: f.many('extras.tag', { reverse: 'tagged' }),
  'content types': f.contentTypes(),
  choices: f.choices([
    ['a', 'A'],
    ['b', 'B'],
  ]),
};

describe.each(Object.entries(kindsOfLists))('a list of %s', (_name, field) => {
  const read = (value: unknown) => field.kind.parse(value, field, new Set());

  it.each([[[]], [{}]])('is empty as %j', (value) => expect(read(value)).toEqual({ value: [] }));

  it.each([
    ['x', 'str'],
    [{ name: 'x' }, 'dict'],
    [1, 'int'],
  ])('is not %j', (value, type) =>
    expect(read(value)).toEqual({ problem: [`Expected a list of items but got type "${type}".`] }),
  );
});

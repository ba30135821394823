import { readConstraints } from '../src/identity/grants';

test.each([
  ['none', null, [{}]],
  ['an empty dictionary', {}, [{}]],
  ['an empty list', [], [{}]],
  ['one dictionary', { name: 'x' }, [{ name: 'x' }]],
  ['a list, any of which has to hold', [{ name: 'x' }, { name: 'y' }], [{ name: 'x' }, { name: 'y' }]],
  ['a list with an empty dictionary', [{ name: 'x' }, {}], [{ name: 'x' }, {}]],
])('constraints: %s', (_, constraints, wanted) => expect(readConstraints(constraints)).toEqual(wanted));

test.each([
  ['a text', 'x'],
  ['a number', 1],
  ['a list of numbers', [1]],
])('constraints that make no sense hold for no object: %s', (_, constraints) =>
  expect(readConstraints(constraints)).toEqual([{ id__in: [] }]),
);

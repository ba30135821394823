import { naturalSlug } from '../src';

const key = '471c5e2d-0000-4000-8000-000000000001';

it.each([
  [['Größe 1', null], key, 'grosse-1_471c'],
  [[null, 'b'], key, '_b_471c'],
  [['a'], 7, 'a_7'],
  [[null], key, '471c'],
  [[], key, 'unknown'],
])('%j of %p is %p', (parts, id, slug) => expect(naturalSlug(parts, id)).toBe(slug));

import { naturalSlug } from '../src';

const key = '471c5e2d-0000-4000-8000-000000000001';

it.each([
  [['Größe 1', null], key, 'grosse-1_471c'],
  [[null, 'b'], key, '_b_471c'],
  [['a'], 7, 'a_7'],
  [[null], key, '471c'],
  [[], key, 'unknown'],
])('%j of %p is %p', (parts, id, slug) => expect(naturalSlug(parts, id)).toBe(slug));

it.each([
  ['Ünï Çödé', 'uni-code'],
  ['日本', 'ri-ben'],
  ['東京tower 2', 'dong-jing-tower-2'],
  ['한국', 'hangug'],
  ['ラック', 'ratku'],
  ['smile 😀 x', 'smile-grinning-face-x'],
  ['---', ''],
  ['a/b.c:d', 'a-b-c-d'],
  ["O'Neil & Co", 'o-neil-co'],
])('%s is %s', (text, slug) => expect(naturalSlug([text], key)).toBe(`${slug}_471c`));

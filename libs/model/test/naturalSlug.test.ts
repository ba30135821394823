import { naturalSlug } from '../src';

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
])('%s is %s', (text, slug) => expect(naturalSlug([text], '63ee0000-')).toBe(`${slug}_63ee`));

import anyAscii from 'any-ascii';
import { LRUCache } from 'lru-cache';
import emojiNames from 'unicode-emoji-json/data-by-emoji.json';

const names = emojiNames as unknown as Record<string, { slug: string } | undefined>;
const emojiPattern = /\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*/gu;

/**
 * A readable name for URLs and people: each part of the natural key transliterated and dashed, joined by underscores,
 * ended by the first four characters of a UUID key or the whole of a number (docs/contract/references.md). What has no natural key
 * at all is `unknown` (contract/README.md).
 */
export function naturalSlug(parts: readonly unknown[], key: string | number): string {
  if (parts.length === 0) return 'unknown';
  const end = typeof key === 'number' ? String(key) : key.slice(0, 4);
  let slug = '';
  for (const part of keyParts(parts)) slug += `${slugPart(part)}_`;
  return slug + end;
}

/** Natural-key values without the nulls at the end. */
export function keyParts(parts: readonly unknown[]): unknown[] {
  let length = parts.length;
  while (length > 0 && (parts[length - 1] === null || parts[length - 1] === undefined)) length--;
  return parts.slice(0, length);
}

const plainPattern = /^[a-z0-9]*$/;

const asciiPattern = /^[\x20-\x7e]*$/;

/** Parts that many keys share, such as names of tenants and places, are worked out once. */
const known = new LRUCache<string, string>({ max: 5_000 });
const longestKnown = 100;

function slugPart(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (plainPattern.test(text)) return text;
  const before = known.get(text);
  if (before !== undefined) return before;
  const slug = dashed(asciiPattern.test(text) ? text : transliterated(text));
  if (text.length <= longestKnown) known.set(text, slug);
  return slug;
}

const dashed = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Each is a word of its own: 日本 is `ri-ben`. */
const ideograph = /\p{Script=Han}/gu;

function transliterated(text: string): string {
  const named = text.replace(emojiPattern, (emoji) => {
    const name = names[emoji] ?? names[`${emoji}\uFE0F`] ?? names[emoji.replaceAll('\uFE0F', '')];
    return name ? ` ${name.slug.replaceAll('_', '-')} ` : emoji;
  });
  return anyAscii(named.replace(ideograph, ' $& '));
}

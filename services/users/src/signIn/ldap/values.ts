import type { Entry } from 'ldapts';

/** The first value of an attribute, whose name may be written in any case; bytes that are no text as hexadecimal digits. */
export function attributeText(entry: Entry, name: string): string | undefined {
  const [, found] = Object.entries(entry).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
  const [value] = [found ?? []].flat();
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value === '' ? undefined : value;
  const text = value.toString('utf8');
  const isText = /^[\x20-\x7e]*$/.test(text);
  return isText ? text || undefined : value.toString('hex');
}

/** The value a client prefers for something, as `Prefer: nested=object` says it (RFC 7240); the first one counts. */
export function preferredValue(header: string | string[] | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const preference of String(header).split(',')) {
    const [token = '', value = ''] = preference.split(';', 1)[0]!.split('=', 2);
    if (token.trim().toLowerCase() === name) return value.trim().replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}

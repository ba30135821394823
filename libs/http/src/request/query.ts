/** Query parameters in the order of the URL, every repetition kept. */
export type Query = ReadonlyMap<string, readonly string[]>;

const noParameters: Query = new Map();

/**
 * Reads the query of a request target or URL; `+` is a space, and bytes that are not UTF-8 become U+FFFD instead of
 * failing.
 */
export function readQuery(url: string | undefined): Query {
  const start = url?.indexOf('?') ?? -1;
  if (url === undefined || start < 0 || start === url.length - 1) return noParameters;
  const fragment = url.indexOf('#', start);
  const text = fromBytes(url.slice(start + 1, fragment < 0 ? undefined : fragment));
  const query = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

/** The value that counts when a parameter may be given once: the last one; undefined when absent. */
export function lastValue(query: Query, name: string): string | undefined {
  return query.get(name)?.at(-1);
}

/** Every value of a parameter, in order; empty when absent. */
export function allValues(query: Query, name: string): readonly string[] {
  return query.get(name) ?? [];
}

/** Writes a query back, without `?`, parameters in the map's order, each repetition kept. */
export function writeQuery(query: Query): string {
  const pairs: string[] = [];
  for (const [name, values] of query) {
    for (const value of values) pairs.push(`${encode(name)}=${encode(value)}`);
  }
  return pairs.join('&');
}

/** Node hands over unescaped bytes of a request target as Latin-1; clients that do not escape mean UTF-8. */
function fromBytes(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeLeniently(spaced);
  }
}

function decodeLeniently(text: string): string {
  const bytes = text.replace(/[^%]+|%(?![0-9a-f]{2})/gi, (literal) => encodeURIComponent(literal));
  return Buffer.from(
    bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

/** As browsers' forms and Python's `urlencode` write it, so that links look the way clients know them. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

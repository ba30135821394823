import { LRUCache } from 'lru-cache';

/** One entry of an Accept header. */
export interface MediaRange {
  type: string;
  subtype: string;
  /** Parameters other than `q`, names in lower case. */
  parameters: Record<string, string>;
  quality: number;
  /** 0 for any type, 1 for any subtype, 2 for a full type, 3 for one with parameters. */
  specificity: number;
}

const anything: MediaRange[] = [{ type: '*', subtype: '*', parameters: {}, quality: 1, specificity: 0 }];
/** Clients repeat a handful of headers; bounded because a client chooses what goes in. */
const parsed = new LRUCache<string, MediaRange[]>({ max: 200 });

/** Reads an Accept header; absent or empty accepts anything, entries that are no media range are passed over. */
export function readAccept(header: string | undefined): MediaRange[] {
  if (header === undefined || header.trim() === '') return anything;
  const known = parsed.get(header);
  if (known) return known;
  const ranges = split(header, ',').flatMap((entry) => readRange(entry) ?? []);
  if (header.length < 500) parsed.set(header, ranges);
  return ranges;
}

function readRange(entry: string): MediaRange | undefined {
  const [name = '', ...rest] = split(entry, ';');
  const [type, subtype, more] = name.trim().toLowerCase().split('/');
  if (!type || !subtype || more !== undefined || (type === '*' && subtype !== '*')) return undefined;
  const parameters: Record<string, string> = Object.create(null);
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    const key = (equals < 0 ? parameter : parameter.slice(0, equals)).trim().toLowerCase();
    // `application/json;` is what a widely used client sends: an empty parameter says nothing.
    if (key !== '') parameters[key] = equals < 0 ? '' : unquote(parameter.slice(equals + 1).trim());
  }
  const quality = readQuality(parameters.q);
  delete parameters.q;
  const wildcards = type === '*' ? 0 : subtype === '*' ? 1 : 2;
  const specificity = wildcards === 2 && Object.keys(parameters).length > 0 ? 3 : wildcards;
  return { type, subtype, parameters, quality, specificity };
}

function readQuality(text: string | undefined): number {
  if (text === undefined || text === '') return 1;
  const quality = Number(text);
  return Number.isFinite(quality) ? Math.min(Math.max(quality, 0), 1) : 1;
}

/** Splits at a separator that does not stand inside double quotes. */
function split(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [''];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quoted && character === '\\') {
      parts[parts.length - 1] += character + (text[++at] ?? '');
      continue;
    }
    if (character === '"') quoted = !quoted;
    if (character === separator && !quoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : text;
}

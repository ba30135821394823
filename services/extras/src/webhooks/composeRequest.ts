import { createHmac } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { unseal } from '@plumbline/engine';
import { renderTemplate } from '@plumbline/templates';
import type { Claimed, Hook } from './claimDeliveries';
import { type ChangeDescription, describeChange } from './describeChange';
import { spacedJson } from './spacedJson';

/** What a webhook says wrongly, so that trying again would change nothing. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

export interface Composed {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that say how a request travels; they are the server's to set. */
const ownHeaders = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const mebibyte = 1024 * 1024;

/** Mebibytes that a body may have. Without a template it tells the object up to five times. */
const largestBody = 8;

/** The request that tells of a change. Throws `Undeliverable` when there can be none. */
export async function composeRequest(hook: Hook, delivery: Claimed, secretKey: string): Promise<Composed> {
  if (!delivery.change) throw new Undeliverable('The change log does not have this change any more.');
  const url = readUrl(hook.payload_url);
  const described = describeChange(delivery.change);
  const body = Buffer.from(
    hook.body_template === '' ? spacedJson(described) : await render('body', hook.body_template, described),
  );
  if (body.length > largestBody * mebibyte) throw new Undeliverable(tooLarge(body.length));
  const headers: Record<string, string> = {
    'content-type': hook.http_content_type,
    'user-agent': 'Plumbline',
    'x-plumbline-delivery': delivery.id,
    ...(hook.additional_headers === '' ? {} : await readHeaders(hook.additional_headers, described)),
    'content-length': String(body.length),
  };
  const secret = openSecret(hook.secret, secretKey);
  if (secret !== '') headers['x-hook-signature'] = createHmac('sha512', secret).update(body).digest('hex');
  checkHeaders(headers);
  return { url, method: hook.http_method, headers, body };
}

const tooLarge = (bytes: number): string =>
  `The body would have ${(bytes / mebibyte).toFixed(1)} MiB, and at most ${largestBody} are sent: give the webhook a body template that tells less.`;

function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Undeliverable('The URL is none.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Undeliverable('The URL begins with neither http nor https.');
  return url;
}

async function render(what: string, template: string, described: ChangeDescription): Promise<string> {
  const rendering = await renderTemplate(template, { ...described });
  if ('problem' in rendering)
    throw new Undeliverable(`The template of the ${what} makes no text: ${rendering.problem}`);
  return rendering.text;
}

/** One `Name: value` on each line of the template; values may hold colons, and what is told of a change begins no line. */
async function readHeaders(template: string, described: ChangeDescription): Promise<Record<string, string>> {
  const text = await render('headers', template, onOneLine(described) as ChangeDescription);
  const headers: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 0) throw new Undeliverable('A line of the headers has no colon.');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (ownHeaders.includes(name)) throw new Undeliverable(`The header ${name} is not the webhook's to set.`);
    headers[name] = value;
  }
  return headers;
}

const lineOf = (text: string): string => text.replace(/\r\n|[\r\n]/g, ' ');

/** The same with a space for each line break in its texts and keys. */
function onOneLine(value: unknown): unknown {
  if (typeof value === 'string') return lineOf(value);
  if (Array.isArray(value)) return value.map(onOneLine);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [lineOf(key), onOneLine(inner)]));
}

function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers))
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new Undeliverable('There is a header that HTTP does not allow.');
    }
}

function openSecret(sealed: string, secretKey: string): string {
  try {
    return unseal(sealed, secretKey);
  } catch {
    throw new Undeliverable('The secret was sealed with another PLUMBLINE_SECRET_KEY.');
  }
}

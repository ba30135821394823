import { escapeHtml } from './escape';

const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** More characters than this are not shown: no browser would lay them out with pleasure. */
const mostShown = 4 * 1024 * 1024;

/**
 * Colours a JSON value as HTML; texts that are addresses below `base` become links, everything else is escaped text.
 */
export function highlightJson(value: unknown, base: string): string {
  const whole = JSON.stringify(value, null, 4);
  const json = whole.length > mostShown ? `${whole.slice(0, mostShown)}\n…` : whole;
  let html = '';
  let end = 0;
  for (const match of json.matchAll(tokens)) {
    html += escapeHtml(json.slice(end, match.index)) + paint(match, base);
    end = match.index + match[0].length;
  }
  return html + escapeHtml(json.slice(end));
}

function paint([token, text, colon]: RegExpMatchArray, base: string): string {
  if (text === undefined) return `<span class="${/^[tfn]/.test(token) ? 'word' : 'number'}">${token}</span>`;
  if (colon !== undefined) return `<span class="key">${escapeHtml(text)}</span>${colon}`;
  const content = JSON.parse(text) as string;
  const shown = escapeHtml(text);
  return isBelow(content, base)
    ? `<a class="text" href="${escapeHtml(content)}">${shown}</a>`
    : `<span class="text">${shown}</span>`;
}

function isBelow(address: string, base: string): boolean {
  return /^https?:\/\//.test(base) && address.startsWith(`${base}/`);
}

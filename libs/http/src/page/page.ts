import { type IncomingMessage, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import { absoluteBase } from '../request/absoluteBase';
import { lastValue, readQuery, writeQuery } from '../request/query';
import type { GatewayRequest } from '../request/request';
import { escapeHtml } from './escape';
import { highlightJson } from './highlight';
import { script } from './script';
import { style } from './style';
import { renderTrail, stepsTo } from './trail';

export interface PageContent {
  status: number;
  /** The JSON value a program would have received. */
  body: unknown;
  /** The headers a program would have received. */
  headers: OutgoingHttpHeaders;
  title?: string;
}

/** The answer as a self-contained page for people: where they are, what was asked, what came back. */
export function renderPage(req: IncomingMessage, { status, body, headers, title }: PageContent): string {
  const target = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/';
  const path = target.split('?', 1)[0] ?? '/';
  // A service is told by the gateway what its own headers cannot tell.
  const base = (req as { gatewayRequest?: GatewayRequest }).gatewayRequest?.base ?? absoluteBase(req);
  const prefix = base.replace(/^https?:\/\/[^/]+/, '');
  const steps = stepsTo(path);
  const heading = escapeHtml(title ?? displayOf(body) ?? steps.at(-1)?.name ?? 'API');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} – Plumbline</title><style>${style}</style></head>
<body>
<header><div><a class="brand" href="${escapeHtml(prefix)}/api/">Plumbline</a>${renderSiteLinks(status, target, prefix)}</div></header>
<main>
${renderTrail(steps, prefix)}
<div class="title"><h1>${heading}</h1>${renderDoors(target, prefix + path, body)}</div>
<div class="card"><pre><span class="verb">${escapeHtml(req.method ?? 'GET')}</span> ${escapeHtml(prefix + target)}</pre>${renderHead(status, headers)}</div>
<div class="card"><pre>${body === undefined ? '' : highlightJson(body, base)}</pre></div>
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Somebody who was refused may want to sign in, as themselves or as somebody else; everybody else is signed in. */
function renderSiteLinks(status: number, target: string, prefix: string): string {
  const signIn = `/login/?next=${encodeURIComponent(prefix + target)}`;
  const shortcuts =
    status === 403
      ? [{ path: signIn, label: 'Sign in' }]
      : [
          { path: '/user/profile/', label: 'Profile' },
          { path: '/logout/', label: 'Sign out' },
        ];
  return [{ path: '/api/docs/', label: 'Documentation' }, ...shortcuts]
    .map(({ path, label }) => `<a href="${escapeHtml(prefix + path)}">${label}</a>`)
    .join('');
}

/** The status, which opens to show the headers. */
function renderHead(status: number, headers: OutgoingHttpHeaders): string {
  const line = `<span class="status${status >= 400 ? ' bad' : ''}">HTTP ${status} ${STATUS_CODES[status] ?? ''}</span>`;
  const lines = Object.entries(headers).map(
    ([name, value]) => `<span class="name">${escapeHtml(name)}:</span> ${escapeHtml(String(value))}`,
  );
  return `<details><summary>${line}<span class="name">Headers</span></summary><pre>${lines.join('\n')}</pre></details>`;
}

/** What an object is called, when the page shows one. */
function displayOf(body: unknown): string | undefined {
  const { id, display } = (body ?? {}) as { id?: unknown; display?: unknown };
  return id !== undefined && typeof display === 'string' && display !== '' ? display : undefined;
}

/** Links to the neighbouring pages and to the bare JSON, and the button that asks what the endpoint can do. */
function renderDoors(target: string, path: string, body: unknown): string {
  const actions: string[] = [];
  const { previous, next } = (body ?? {}) as { previous?: unknown; next?: unknown };
  if (isAddress(previous)) actions.push(`<a href="${escapeHtml(previous)}">Previous</a>`);
  if (isAddress(next)) actions.push(`<a href="${escapeHtml(next)}">Next</a>`);
  actions.push(`<a href="${escapeHtml(`${path}?${queryForJson(target)}`)}">JSON</a>`);
  actions.push('<button type="button" data-options>OPTIONS</button>');
  return `<div class="actions">${actions.join('')}</div>`;
}

function queryForJson(target: string): string {
  const query = new Map(readQuery(target));
  if (lastValue(query, 'format') !== 'json') query.set('format', ['json']);
  return writeQuery(query);
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}

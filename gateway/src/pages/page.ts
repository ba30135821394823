import { createHash } from 'node:crypto';
import { escapeHtml, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import { pathPrefix } from '../redirect';
import { scriptPolicy } from '../signIn/webauthnScript';
import { style } from './pageStyle';

export interface Page {
  title: string;
  /** The HTML of what the page is about. */
  main: string;
  /** A small page in the middle of the screen, as for signing in. */
  narrow?: boolean;
  /** Where its head leads to, beside the start. */
  links?: readonly { path: string; label: string }[];
  /** It has our one script, for security keys (signIn/webauthnScript). */
  scripted?: boolean;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/** No scripts but that of security keys, where it is, and the style, both by their hash; forms only to ourselves. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function render({ title, main, narrow, links = [] }: Page, prefix: string): string {
  const linksHtml = links.map(({ path, label }) => `<a href="${escapeHtml(prefix + path)}">${escapeHtml(label)}</a>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – Plumbline</title><style>${style}</style></head>
<body>
<header><div><a class="brand" href="${escapeHtml(prefix)}/api/">Plumbline</a>${linksHtml.join('')}</div></header>
<main${narrow ? ' class="narrow"' : ''}>
${main}
</main>
</body>
</html>
`;
}

export interface PageOptions {
  allow?: readonly string[];
  headers?: Record<string, string>;
}

/** Answers with a page for people, in the look all our pages share. */
export function sendPage(
  req: Request,
  res: Response,
  status: number,
  page: Page,
  { allow, headers }: PageOptions = {},
): void {
  const html = Buffer.from(render(page, pathPrefix(req)));
  sendAnswer(req, res, status, html, {
    allow,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page.scripted ? `${policy}; ${scriptPolicy}` : policy,
      ...headers,
    },
  });
}

/** A page that says one thing and offers one way on. */
export function sendNotice(
  req: Request,
  res: Response,
  status: number,
  notice: { title: string; text: string; link: { path: string; label: string } },
  options?: PageOptions,
): void {
  const href = escapeHtml(pathPrefix(req) + notice.link.path);
  const main = `<h1>${escapeHtml(notice.title)}</h1>
<p class="soft">${escapeHtml(notice.text)}</p>
<p><a href="${href}">${escapeHtml(notice.link.label)}</a></p>`;
  sendPage(req, res, status, { title: notice.title, main, narrow: true }, options);
}

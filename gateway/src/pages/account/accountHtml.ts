import { escapeHtml } from '@plumbline/http';
import { pathPrefix } from '../../redirect';
import { type PageOptions, sendPage } from '../page';
import type { AccountRequest } from './accountPage';

const pages = [
  ['/user/profile/', 'Profile'],
  ['/user/password/', 'Password'],
  ['/user/api-tokens/', 'API tokens'],
  ['/user/sessions/', 'Sessions'],
  ['/user/second-factor/', 'Second factor'],
] as const;

/** Answers with a page about somebody's account, from where the others are found. */
export function sendAccountPage(
  { req, res }: AccountRequest,
  status: number,
  title: string,
  content: string,
  { headers, scripted = false, ...options }: PageOptions & { scripted?: boolean } = {},
): void {
  const prefix = pathPrefix(req);
  const links = pages.map(([path, label]) =>
    label === title
      ? `<strong aria-current="page">${label}</strong>`
      : `<a href="${escapeHtml(prefix + path)}">${label}</a>`,
  );
  const main = `<div class="title"><h1>${escapeHtml(title)}</h1></div>
<nav class="tags">${links.join('')}</nav>
${content}`;
  const signedIn = [
    { path: '/api/docs/', label: 'Documentation' },
    { path: '/logout/', label: 'Sign out' },
  ];
  sendPage(
    req,
    res,
    status,
    { title, main, links: signedIn, scripted },
    {
      ...options,
      headers: { 'Cache-Control': 'no-store', ...headers },
    },
  );
}

/** A moment as people read it; the dash where there is none. */
export const momentText = (moment: string | null): string =>
  moment === null ? '–' : `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What a page says first, when there is something to say. */
export const noticeHtml = (notice: string | undefined): string =>
  notice === undefined ? '' : `<p class="notice" role="alert">${escapeHtml(notice)}</p>`;

/** The messages of a problem by field, one after the other. */
export function messagesOf(body: object): string {
  return Object.entries(body)
    .map(([field, messages]) => `${fieldNames[field] ?? field}: ${[messages].flat().join(' ')}`)
    .join(' ');
}

const fieldNames: Record<string, string> = {
  description: 'Description',
  expires: 'Expires',
  old_password: 'Old password',
  new_password: 'New password',
};

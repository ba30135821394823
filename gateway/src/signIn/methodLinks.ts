import { escapeHtml, type SignInLink } from '@plumbline/http';

/** Links to the ways of signing in that lead elsewhere; they are no forms, whose answers browsers follow to this site alone. */
export function methodLinksHtml(links: readonly SignInLink[], prefix: string, next: string): string {
  if (links.length === 0) return '';
  const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`;
  const items = links.map(
    ({ key, label }) =>
      `<a class="method" href="${escapeHtml(`${prefix}/sign-in/${key}/${query}`)}">${escapeHtml(label)}</a>`,
  );
  return `<nav class="methods">${items.join('')}</nav>`;
}

/**
 * Where to go after signing in: a path on this site with its query, or undefined when the text could lead anywhere
 * else.
 */
export function safePath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(text)) return undefined;
  const here = 'http://here.invalid';
  if (!URL.canParse(text, here)) return undefined;
  const url = new URL(text, here);
  if (url.origin !== here || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}

import type { IncomingMessage } from 'node:http';
import { negotiate, Problem, readQuery } from '@plumbline/http';

/** What a page of the console is never called: a file. */
const file = /\.[a-z\d]{1,5}$/i;

/** Whether a browser asks for a page, rather than a program for data or a page for one of its files. */
export function isPageRequest({ method, headers, url = '/' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!headers.accept?.includes('text/html') || file.test(url.split('?', 1)[0]!)) return false;
  try {
    return negotiate({ headers, url: '/' }, ['json', 'html'], readQuery('/')).renderer === 'html';
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

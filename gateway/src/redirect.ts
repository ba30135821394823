import { absoluteBase, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';

/** The path a proxy in front of us cuts off, as it stands before every path a browser is given; mostly empty. */
export function pathPrefix(req: Request): string {
  return absoluteBase(req).replace(/^https?:\/\/[^/]+/, '');
}

export interface RedirectOptions {
  /** 302 when absent. */
  status?: 301 | 302;
  headers?: Record<string, string>;
}

/**
 * Sends the client to a path as its browser sees it, with an empty page. The path must begin with exactly one slash.
 */
export function redirect(
  req: Request,
  res: Response,
  path: string,
  { status = 302, headers }: RedirectOptions = {},
): void {
  sendAnswer(req, res, status, undefined, {
    headers: { Location: path, 'Content-Type': 'text/html; charset=utf-8', ...headers },
  });
}

/** Sends the client to the same path with a slash at its end, keeping the query. */
export function redirectToSlash(path: string, req: Request, res: Response): void {
  redirect(req, res, `${pathPrefix(req)}${path}/${req.url.slice(path.length)}`);
}

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml, sendAnswer, setSecurityHeaders } from '@plumbline/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { pathPrefix } from '../redirect';
import { recordOf } from '../requestRecord';
import { isPageRequest } from './isPageRequest';

/** Stands in the built page where each answer's nonce belongs (console/vite.config.ts). */
const noncePlace = /PLUMBLINE-NONCE/g;
const basePlace = '<base href="/" />';

/** Seconds that what is named by its digest may be kept: a year. */
const forever = 31_536_000;

/**
 * Scripts and styles from ourselves only, and styles that scripts of ours add by the nonce of the page they are on
 * (docs/adr/0075-the-console-is-a-client.md).
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface ConsolePages {
  /** Answers what the built console consists of; all else is left to the next handler. */
  files: RequestHandler;
  /** Answers with the console when a browser asks for a page; false when it is none of those requests. */
  sendPage(req: Request, res: Response): boolean;
}

/** The console as it was built into a folder. */
export function createConsolePages(folder: string): ConsolePages {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const serve = expressStaticGzip(join(folder, 'assets'), {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { immutable: true, maxAge: forever * 1_000, redirect: false },
  });
  const files = Router();
  files.use('/assets', setSecurityHeaders, (req, res, next) => {
    recordOf(res).route = '/assets/{file}';
    serve(req, res, next);
  });
  return {
    files,
    sendPage(req, res) {
      if (!isPageRequest(req)) return false;
      recordOf(res).route = 'console';
      const nonce = randomBytes(16).toString('base64');
      const html = page
        .replace(noncePlace, nonce)
        .replace(basePlace, `<base href="${escapeHtml(pathPrefix(req))}/" />`);
      sendAnswer(req, res, 200, Buffer.from(html), {
        allow: ['GET', 'HEAD', 'OPTIONS'],
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': policy(nonce),
        },
      });
      return true;
    },
  };
}

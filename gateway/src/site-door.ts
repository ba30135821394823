import { errorAnswer, sendAnswer } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Request, Response } from 'express';
import { allowedVerbs } from './addresses';
import type { Health } from './health';
import { sendHealth } from './pages/health-page';
import { sendIcon } from './pages/icon';
import { sendNotice } from './pages/page';
import { pathPrefix, redirect, redirectToSlash } from './redirect';
import type { RequestRecord } from './request-record';

/** A page outside the API. */
type SitePage = (req: Request, res: Response, record: RequestRecord) => void | Promise<void>;

export interface SiteDoorParts {
  log: Log;
  metrics: SitePage;
  login: SitePage;
  logout: SitePage;
  examine(): Promise<Health>;
  /** Whether requests can be served now. */
  isReady(): Promise<boolean>;
}

/** Answers everything outside `/api/`; `path` is the URL without its query. */
export type SiteDoor = (path: string, req: Request, res: Response, record: RequestRecord) => void;

interface Site {
  page: SitePage;
  allow: readonly string[];
}

const readable = allowedVerbs(['GET']);
const submittable = allowedVerbs(['GET', 'POST']);

function notFound(req: Request, res: Response): void {
  sendNotice(req, res, 404, {
    title: 'There is nothing here',
    text: 'The address may be mistyped, or what was here has moved.',
    link: { path: '/api/', label: 'Start at the API root' },
  });
}

/** The pages beside the API: signing in and out, health, metrics; any other address is a page that says so. */
export function createSiteDoor({ log, metrics, login, logout, examine, isReady }: SiteDoorParts): SiteDoor {
  const sayReady: SitePage = async (req, res) => {
    const ready = await isReady();
    sendAnswer(req, res, ready ? 200 : 503, { ready }, { allow: readable, headers: { 'Cache-Control': 'no-store' } });
  };
  const sites = new Map<string, Site>([
    ['/', { allow: readable, page: (req, res) => redirect(req, res, `${pathPrefix(req)}/api/`) }],
    ['/favicon.ico', { allow: readable, page: sendIcon }],
    ['/health/', { allow: readable, page: (req, res) => sendHealth(req, res, examine) }],
    ['/health/live/', { allow: readable, page: (req, res) => sendAnswer(req, res, 200, { live: true }) }],
    ['/health/ready/', { allow: readable, page: sayReady }],
    ['/metrics', { allow: readable, page: metrics }],
    ['/metrics/', { allow: readable, page: metrics }],
    ['/login/', { allow: submittable, page: login }],
    ['/logout/', { allow: submittable, page: logout }],
  ]);

  /** People read these pages, so a problem is told as one. */
  function refuse(req: Request, res: Response, requestId: string, error: unknown) {
    const { status, body, headers } = errorAnswer(error, { log, requestId });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const text = 'detail' in body && typeof body.detail === 'string' ? body.detail : 'It has been noted in the log.';
    const title = status >= 500 ? 'That did not work' : 'That cannot be done';
    sendNotice(req, res, status, { title, text, link: { path: req.url, label: 'Try again' } }, { headers });
  }

  return (path, req, res, record) => {
    const site = sites.get(path);
    if (!site) {
      const hasSlashTwin = !path.endsWith('/') && sites.has(`${path}/`);
      record.route = hasSlashTwin ? 'missing slash' : 'unknown';
      if (hasSlashTwin) redirectToSlash(path, req, res);
      else notFound(req, res);
      return;
    }
    record.route = path;
    if (req.method === 'OPTIONS') {
      sendAnswer(req, res, 200, undefined, { allow: site.allow });
      return;
    }
    if (!site.allow.includes(req.method)) {
      const text = `This page does not know what to do with ${req.method}.`;
      const link = { path: req.url, label: 'Open the page' };
      sendNotice(req, res, 405, { title: 'That cannot be done', text, link }, { allow: site.allow });
      return;
    }
    Promise.resolve(site.page(req, res, record)).catch((error) => refuse(req, res, record.requestId, error));
  };
}

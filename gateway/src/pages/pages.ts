import { sendAnswer } from '@plumbline/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowedVerbs } from '../addresses';
import type { ConsolePages } from '../console/consolePages';
import type { Examine } from '../health';
import { pathPrefix, redirect, redirectToSlash } from '../redirect';
import { type RequestRecord, recordOf } from '../requestRecord';
import type { AccountPages } from './account/accountPages';
import { sendHealth } from './healthPage';
import { sendIcon } from './icon';
import { sendNotice } from './page';

/** A page outside the API. */
type SitePage = (req: Request, res: Response, record: RequestRecord) => void | Promise<void>;

export interface PagesParts {
  /** The measures, where they may be read. */
  metrics: SitePage | undefined;
  login: SitePage;
  logout: SitePage;
  account: AccountPages;
  /** The console, where it was built. */
  console: ConsolePages | undefined;
  examine: Examine;
  /** Whether requests can be served now. */
  isReady(): Promise<boolean>;
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

/**
 * The pages beside the API: signing in and out, accounts, health, metrics. Any other address a browser opens is the
 * console's, where there is one; else it is a page that says so.
 */
export function createPages({
  metrics = notFound,
  login,
  logout,
  account,
  console,
  examine,
  isReady,
}: PagesParts): RequestHandler {
  const sayReady: SitePage = async (req, res) => {
    const ready = await isReady();
    sendAnswer(req, res, ready ? 200 : 503, { ready }, { allow: readable, headers: { 'Cache-Control': 'no-store' } });
  };
  const router = Router({ strict: true, caseSensitive: true });
  const readers: Record<string, SitePage> = {
    '/': (req, res) => {
      if (!console?.sendPage(req, res)) redirect(req, res, `${pathPrefix(req)}/api/`);
    },
    '/favicon.ico': sendIcon,
    '/health/': (req, res) => sendHealth(req, res, examine),
    '/health/live/': (req, res) => sendAnswer(req, res, 200, { live: true }),
    '/health/ready/': sayReady,
    '/metrics': metrics,
    '/metrics/': metrics,
    '/user/': (req, res) => redirect(req, res, `${pathPrefix(req)}/user/profile/`),
    '/user/profile/': account.profile,
  };
  const forms: Record<string, SitePage> = {
    '/login/': login,
    '/logout/': logout,
    '/user/password/': account.password,
    '/user/api-tokens/': account.tokens,
    '/user/sessions/': account.sessions,
    '/user/second-factor/': account.factors,
  };
  for (const [path, page] of Object.entries({ ...readers, ...forms })) {
    const answer: RequestHandler = (req, res) => page(req, res, recordOf(res));
    const route = router.route(path).all((_req, res, next) => {
      recordOf(res).route = path;
      next();
    });
    route.get(answer);
    if (path in forms) route.post(answer);
    const allow = path in forms ? submittable : readable;
    route.options((req, res) => sendAnswer(req, res, 200, undefined, { allow }));
    route.all((req, res) => refuseMethod(req, res, allow));
  }
  if (console) router.use(console.files);
  router.use((req, res) => {
    const hasSlashTwin = !req.path.endsWith('/') && (`${req.path}/` in readers || `${req.path}/` in forms);
    recordOf(res).route = hasSlashTwin ? 'missing slash' : 'unknown';
    if (hasSlashTwin) redirectToSlash(req.path, req, res);
    else if (!console?.sendPage(req, res)) notFound(req, res);
  });
  return router;
}

function refuseMethod(req: Request, res: Response, allow: readonly string[]): void {
  const text = `This page does not know what to do with ${req.method}.`;
  const link = { path: req.url, label: 'Open the page' };
  sendNotice(req, res, 405, { title: 'That cannot be done', text, link }, { allow });
}

import { escapeHtml, negotiate, readQuery, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { Examine, Health } from '../health';
import { sendPage } from './page';

const works = (isWell: boolean) => (isWell ? 'working' : 'unavailable');

/** Every check by the name monitoring of this contract expects, then each service by its own. */
function checks({ bus, services }: Health): Record<string, string> {
  const named = Object.entries(services).map(([app, isWell]) => [`${app} service`, works(isWell)]);
  return {
    DatabaseBackend: works(Object.values(services).every((isWell) => isWell)),
    DefaultFileStorageHealthCheck: works(true),
    RedisBackend: works(bus),
    ...Object.fromEntries(named),
  };
}

const allow = ['GET', 'HEAD', 'OPTIONS'];

/** Seconds after which what is starting may have started. */
const comeBackAfter = '2';

/**
 * Answers with what works: a page for people, JSON for those who ask for it; 500 when anything does not, 503 while it
 * has yet to start.
 */
export async function sendHealth(req: Request, res: Response, examine: Examine): Promise<void> {
  const negotiated = negotiate(req, ['html', 'json'], readQuery(req.url));
  const health = await examine();
  const results = checks(health);
  const isWell = Object.values(results).every((result) => result === works(true));
  const status = isWell ? 200 : health.isStarting ? 503 : 500;
  const headers = { 'Cache-Control': 'no-store', ...(health.isStarting ? { 'Retry-After': comeBackAfter } : {}) };
  if (negotiated.renderer === 'json') {
    sendAnswer(req, res, status, results, { negotiated, announceVersion: false, allow, headers });
    return;
  }
  const rows = Object.entries(results).map(([name, result]) => {
    const mark = result === works(true) ? 'good' : 'bad';
    return `<tr><td>${escapeHtml(name)}</td><td class="fit"><span class="${mark}">${result}</span></td></tr>`;
  });
  const title = isWell
    ? 'Everything works'
    : health.isStarting
      ? 'Not everything has started yet'
      : 'Something is not working';
  const main = `<div class="title"><h1>${title}</h1></div><div class="card"><table>${rows.join('')}</table></div>`;
  sendPage(req, res, status, { title, main }, { allow, headers });
}

import { escapeHtml, negotiate, readQuery, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { Health } from '../health';
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

/** Answers with what works: a page for people, JSON for those who ask for it; 500 when anything does not. */
export async function sendHealth(req: Request, res: Response, examine: () => Promise<Health>): Promise<void> {
  const negotiated = negotiate(req, ['html', 'json'], readQuery(req.url));
  const results = checks(await examine());
  const status = Object.values(results).every((result) => result === works(true)) ? 200 : 500;
  const headers = { 'Cache-Control': 'no-store' };
  if (negotiated.renderer === 'json') {
    sendAnswer(req, res, status, results, { negotiated, announceVersion: false, allow, headers });
    return;
  }
  const rows = Object.entries(results).map(([name, result]) => {
    const mark = result === works(true) ? 'good' : 'bad';
    return `<tr><td>${escapeHtml(name)}</td><td class="fit"><span class="${mark}">${result}</span></td></tr>`;
  });
  const title = status === 200 ? 'Everything works' : 'Something is not working';
  const main = `<div class="title"><h1>${title}</h1></div><div class="card"><table>${rows.join('')}</table></div>`;
  sendPage(req, res, status, { title, main }, { allow, headers });
}

import { escapeHtml, Problem, problems, type SessionShown, sendAnswer } from '@plumbline/http';
import { allowedVerbs } from '../../addresses';
import { pathPrefix, redirect } from '../../redirect';
import { csrfField, formToken, sessionOf } from '../forms';
import { momentText, sendAccountPage } from './accountHtml';
import { type AccountPage, type AccountParts, type AccountRequest, accountPage, isId } from './accountPage';

const allow = allowedVerbs(['GET', 'POST']);
const noStore = { 'Cache-Control': 'no-store' };

/**
 * The page where people see in which browsers they are signed in, and sign those out; superusers see everybody's with
 * `?everybody=true` or `?username=…`. Programs get the same as JSON, and post `{"revoke": id}` or `{"revoke_others": true}`.
 */
export function createSessionsPage(parts: AccountParts): AccountPage {
  const { csrf, conceal, forgetIdentities } = parts;

  const currentOf = ({ req }: AccountRequest): { current?: string } => {
    const key = sessionOf(req);
    return key === '' ? {} : { current: conceal.session(key) };
  };

  function list(request: AccountRequest): Promise<SessionShown[]> {
    const { req, ask } = request;
    const { username, everybody } = req.query;
    return ask('sessions', {
      ...currentOf(request),
      ...(typeof username === 'string' ? { username } : {}),
      everybody: everybody === 'true',
    });
  }

  async function revoke(request: AccountRequest): Promise<void> {
    const { fields, ask } = request;
    const { current = '' } = currentOf(request);
    const id = fields.get('revoke');
    const others = fields.get('revoke_others');
    if (id === undefined && others === undefined) throw problems.field('revoke', 'This field is required.');
    // A form says everything in text.
    if (id === undefined && others !== true && others !== 'true')
      throw problems.field('revoke_others', 'This can only be true.');
    if (id === undefined) await ask('revokeOtherSessions', { current });
    else if (isId(id)) await ask('revokeSession', { id });
    else throw problems.notFound();
    forgetIdentities();
  }

  return accountPage(parts, async (request) => {
    const { req, res, isProgram } = request;
    if (req.method === 'POST') {
      await revoke(request).catch((error) => {
        // Somebody else may have ended it already.
        if (isProgram || !(error instanceof Problem) || error.status !== 404) throw error;
      });
      if (isProgram) sendAnswer(req, res, 204, undefined, { announceVersion: false, allow });
      else redirect(req, res, `${pathPrefix(req)}${req.originalUrl}`, { headers: noStore });
      return;
    }
    const sessions = await list(request);
    if (isProgram) {
      const negotiated = { version: '2.1', renderer: 'json' } as const;
      sendAnswer(req, res, 200, sessions, { negotiated, announceVersion: false, allow, headers: noStore });
      return;
    }
    const { token, cookie } = formToken(req, csrf);
    sendAccountPage(request, 200, 'Sessions', listHtml(sessions, token), {
      allow,
      headers: { 'Set-Cookie': cookie },
    });
  });
}

function listHtml(sessions: readonly SessionShown[], csrf: string): string {
  if (sessions.length === 0) return '<p class="soft">Nobody is signed in with a browser.</p>';
  const rows = sessions.map(
    ({ id, username, created, seen, expires, address, agent, method, current }) => `<tr>
<td class="fit">${escapeHtml(username)}</td><td>${escapeHtml(agent) || '–'}${current ? ' <span class="good">(this one)</span>' : ''}</td>
<td class="fit">${escapeHtml(address) || '–'}</td><td class="fit">${escapeHtml(method)}</td>
<td class="fit">${momentText(created)}</td><td class="fit">${momentText(seen)}</td><td class="fit">${momentText(expires)}</td>
<td class="fit"><form method="post" action="">${csrfField(csrf)}<button name="revoke" value="${escapeHtml(id)}">Sign out</button></form></td>
</tr>`,
  );
  const head = ['User', 'Browser', 'Network', 'By', 'Since', 'Last used', 'Until', '']
    .map((name) => `<th>${name}</th>`)
    .join('');
  return `<div class="card wide"><table><tr>${head}</tr>${rows.join('\n')}</table></div>
<form method="post" action="">${csrfField(csrf)}<button name="revoke_others" value="true">Sign out all my other browsers</button></form>`;
}

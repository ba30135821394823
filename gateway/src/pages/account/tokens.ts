import { randomBytes } from 'node:crypto';
import { escapeHtml, Problem, problems, type TokenShown } from '@plumbline/http';
import { allowedVerbs } from '../../addresses';
import { csrfField, formToken } from '../forms';
import { messagesOf, momentText, noticeHtml, sendAccountPage } from './accountHtml';
import { type AccountPage, type AccountParts, type AccountRequest, accountPage, isId } from './accountPage';

const allow = allowedVerbs(['GET', 'POST']);

/** The page where people see, make and revoke their own API tokens. Programs have `/api/users/tokens/` for that. */
export function createTokensPage(parts: AccountParts): AccountPage {
  const { csrf, conceal, forgetIdentities } = parts;

  async function show(
    request: AccountRequest,
    status: number,
    { notice, key }: { notice?: string; key?: string } = {},
  ) {
    const tokens = await request.ask<TokenShown[]>('tokens');
    const { token, cookie } = formToken(request.req, csrf);
    const content = [key === undefined ? '' : newKeyHtml(key), listHtml(tokens, token), formHtml(token, notice)];
    sendAccountPage(request, status, 'API tokens', content.join('\n'), {
      allow,
      headers: { 'Set-Cookie': cookie },
    });
  }

  async function revoke(request: AccountRequest, id: unknown): Promise<void> {
    if (isId(id)) await request.ask('revokeToken', { id }).catch(unlessGone);
    forgetIdentities();
    await show(request, 200);
  }

  async function make(request: AccountRequest): Promise<void> {
    const key = randomBytes(20).toString('hex');
    try {
      await request.ask('addToken', { sealed: conceal.secrets({ key, ...readWishes(request) }) });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      await show(request, 200, { notice: messagesOf(error.body) });
      return;
    }
    await show(request, 200, { key });
  }

  return accountPage(parts, async (request) => {
    if (request.isProgram)
      throw new Problem(406, { detail: 'This is a page for people. Programs have /api/users/tokens/ for the same.' });
    const revoked = request.fields.get('revoke');
    if (request.req.method !== 'POST') await show(request, 200);
    else if (revoked === undefined) await make(request);
    else await revoke(request, revoked);
  });
}

/** Somebody has revoked it already, or it never was theirs. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}

function readWishes({ fields }: AccountRequest): { description: string; expires?: string; write_enabled: boolean } {
  const expires = String(fields.get('expires') ?? '');
  // Browsers send the moment without its zone, which the page says is universal time.
  const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(expires) ? `${expires}Z` : expires;
  if (zoned !== '' && Number.isNaN(Date.parse(zoned))) throw problems.field('expires', 'This is not a moment.');
  return {
    description: String(fields.get('description') ?? ''),
    ...(zoned === '' ? {} : { expires: zoned }),
    write_enabled: fields.get('write_enabled') === 'on',
  };
}

const newKeyHtml = (key: string): string => `<div class="card padded" role="status">
<p>The key of the new token. <strong>It is shown this once</strong>; copy it now.</p>
<p><code id="key">${key}</code></p>
</div>`;

function listHtml(tokens: readonly TokenShown[], csrf: string): string {
  if (tokens.length === 0) return '<p class="soft">You have no tokens. A program that acts for you needs one.</p>';
  const rows = tokens.map(
    ({ id, description, key_ending, write_enabled, created, expires, expired }) => `<tr>
<td>${escapeHtml(description) || '–'}</td><td class="fit"><code>…${escapeHtml(key_ending)}</code></td>
<td class="fit">${write_enabled ? 'reads and writes' : 'reads'}</td><td class="fit">${momentText(created)}</td>
<td class="fit">${expires === null ? 'never' : momentText(expires)}${expired ? ' <span class="bad">(over)</span>' : ''}</td>
<td class="fit"><details class="ask"><summary>Revoke</summary><form method="post" action="">${csrfField(csrf)}<button name="revoke" value="${escapeHtml(id)}">Yes, revoke it</button></form></details></td>
</tr>`,
  );
  const head = ['Description', 'Key', 'Use', 'Created', 'Expires', ''].map((name) => `<th>${name}</th>`).join('');
  return `<div class="card wide"><table><tr>${head}</tr>${rows.join('\n')}</table></div>`;
}

const formHtml = (csrf: string, notice: string | undefined): string => `<h2>A new token</h2>
<div class="card"><form method="post" action="">
${noticeHtml(notice)}
${csrfField(csrf)}
<label>Description <input name="description" maxlength="200" placeholder="what it is for"></label>
<label>Expires, in universal time; never when it is left empty <input name="expires" type="datetime-local"></label>
<label class="check"><input name="write_enabled" type="checkbox" checked> It may write</label>
<button>Make a token</button>
</form></div>`;

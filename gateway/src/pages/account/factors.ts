import {
  absoluteBase,
  clientNetwork,
  escapeHtml,
  type FactorChallenge,
  type FactorShown,
  Problem,
  problems,
  sendAnswer,
} from '@plumbline/http';
import { allowedVerbs } from '../../addresses';
import { delayRefusal } from '../../authentication/delayRefusal';
import { factorFormHtml, recoveryCodesHtml } from '../../signIn/factorForm';
import { readCredential } from '../../signIn/readCredential';
import { csrfField, formToken, waitOf } from '../forms';
import { momentText, sendAccountPage } from './accountHtml';
import { type AccountPage, type AccountParts, type AccountRequest, accountPage, isId } from './accountPage';

const allow = allowedVerbs(['GET', 'POST']);

/** The page where people with a local password set up what they show beside it, and take it away. Programs may look. */
export function createFactorsPage(parts: AccountParts): AccountPage {
  const { csrf, conceal } = parts;

  async function show(request: AccountRequest, status: number, said: { notice?: string; codes?: string[] } = {}) {
    const { req, ask } = request;
    const factors = await ask<FactorShown[]>('factors');
    const challenge = await ask<FactorChallenge>('beginFactor', { base: absoluteBase(req) });
    const { token, cookie } = formToken(req, csrf);
    const content = [
      said.codes ? recoveryCodesHtml(said.codes) : '',
      listHtml(factors, token),
      '<h2>Another one</h2>',
      factorFormHtml({ csrf: token, challenge, notice: said.notice, more: moreHtml(challenge.flow) }),
    ];
    sendAccountPage(request, status, 'Second factor', content.join('\n'), {
      allow,
      headers: { 'Set-Cookie': cookie },
      scripted: true,
    });
  }

  async function change(request: AccountRequest): Promise<string[] | undefined> {
    const { req, record, fields, ask } = request;
    const password = String(fields.get('password') ?? '');
    const about = { base: absoluteBase(req), address: clientNetwork(record.client) };
    const id = fields.get('remove');
    if (id !== undefined) {
      if (!isId(id)) throw problems.notFound();
      await delayRefusal(ask('removeFactor', { sealed: conceal.secrets({ id, password }), ...about }));
      return undefined;
    }
    const wanted = {
      flow: String(fields.get('flow') ?? ''),
      name: String(fields.get('name') ?? ''),
      password,
      ...readCredential(fields),
    };
    const asked = ask<{ recoveryCodes?: string[] }>('addFactor', { sealed: conceal.secrets(wanted), ...about });
    return (await delayRefusal(asked)).recoveryCodes;
  }

  return accountPage(parts, async (request) => {
    const { req, res, isProgram, ask } = request;
    if (isProgram) {
      if (req.method !== 'GET')
        throw new Problem(406, {
          detail: 'This is a page for people, whose keys and apps are not programs’ to set up.',
        });
      sendAnswer(req, res, 200, await ask<FactorShown[]>('factors'), {
        negotiated: { version: '2.1', renderer: 'json' },
        announceVersion: false,
        allow,
        headers: { 'Cache-Control': 'no-store' },
      });
      return;
    }
    if (req.method !== 'POST') {
      await show(request, 200);
      return;
    }
    try {
      const codes = await change(request);
      await show(request, 200, codes ? { codes } : {});
    } catch (error) {
      if (!(error instanceof Problem) || ![403, 404, 429].includes(error.status)) throw error;
      const notice =
        error.status === 429
          ? `Too many attempts from your address. Try again in ${waitOf(error)}.`
          : 'detail' in error.body
            ? String(error.body.detail)
            : '';
      await show(request, error.status === 429 ? 429 : 200, { notice });
    }
  });
}

const passwordField =
  '<label>Your password <input name="password" type="password" autocomplete="current-password" maxlength="128" required></label>';

const moreHtml = (flow: string): string => `<input type="hidden" name="flow" value="${escapeHtml(flow)}">
<label>Name <input name="name" maxlength="100" placeholder="which one it is"></label>
${passwordField}`;

const kinds = { totp: 'app', webauthn: 'security key', recovery: 'written down' };

function listHtml(factors: readonly FactorShown[], csrf: string): string {
  const written = factors.filter(({ kind }) => kind === 'recovery').length;
  const others = factors.filter(({ kind }) => kind !== 'recovery');
  if (others.length === 0)
    return '<p class="soft">Your password alone lets you in. A second factor keeps out whoever comes to know it.</p>';
  const rows = others.map(
    ({ id, kind, name, created, used }) => `<tr>
<td>${escapeHtml(name)}</td><td class="fit">${kinds[kind]}</td><td class="fit">${momentText(created)}</td><td class="fit">${momentText(used)}</td>
<td class="fit"><details class="ask"><summary>Remove</summary><form method="post" action="">${csrfField(csrf)}${passwordField}<button name="remove" value="${escapeHtml(id)}">Yes, remove it</button></form></details></td>
</tr>`,
  );
  const head = ['Name', 'Kind', 'Since', 'Last used', ''].map((name) => `<th>${name}</th>`).join('');
  return `<div class="card wide"><table><tr>${head}</tr>${rows.join('\n')}</table></div>
<p class="soft">Codes you have written down: ${written}.</p>`;
}

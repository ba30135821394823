import {
  clientNetwork,
  escapeHtml,
  type FieldErrors,
  type PasswordChanged,
  Problem,
  problems,
  sendAnswer,
} from '@plumbline/http';
import { allowedVerbs } from '../../addresses';
import { delayRefusal } from '../../authentication/delayRefusal';
import { csrfField, formToken, newSessionKey, sessionCookies, sessionOf, waitOf } from '../forms';
import { sendNotice } from '../page';
import { messagesOf, noticeHtml, sendAccountPage } from './accountHtml';
import { type AccountPage, type AccountParts, type AccountRequest, accountPage } from './accountPage';

const allow = allowedVerbs(['GET', 'POST']);

/** The page where people change their password. All their other sessions end; that of the browser goes on as a new one. */
export function createPasswordPage(parts: AccountParts): AccountPage {
  const { csrf, conceal, forgetIdentities } = parts;

  function showForm(request: AccountRequest, status: number, notice?: string): void {
    const { token, cookie } = formToken(request.req, csrf);
    const field = (name: string, label: string, kind: string) =>
      `<label>${label} <input name="${name}" type="password" autocomplete="${kind}-password" maxlength="128" required></label>`;
    const content = `<div class="card"><form method="post" action="">
${noticeHtml(notice)}
${csrfField(token)}
<input type="hidden" name="username" autocomplete="username" value="${escapeHtml(request.identity.username)}">
${field('old_password', 'Old password', 'current')}
${field('new_password', 'New password', 'new')}
${field('new_password_again', 'The same again', 'new')}
<button>Change the password</button>
</form></div>`;
    sendAccountPage(request, status, 'Password', content, { allow, headers: { 'Set-Cookie': cookie } });
  }

  async function change(request: AccountRequest): Promise<void> {
    const { req, res, record, identity, ask } = request;
    const { password, newPassword } = readPasswords(request);
    // A program with a token has no session that would have to go on.
    const key = sessionOf(req) !== '' && req.headers.authorization === undefined ? newSessionKey() : undefined;
    const replaces = key === undefined ? undefined : conceal.session(sessionOf(req));
    // Services of version 0.2.0 leave unread which session goes on; they begin another.
    const sealed = conceal.secrets({ username: identity.username, password, newPassword, replaces });
    const digest = key === undefined ? {} : { digest: conceal.session(key) };
    const told = { sealed, address: clientNetwork(record.client), ...digest };
    const { sessionSeconds } = await delayRefusal(ask<PasswordChanged>('changePassword', told)).catch(explain);
    forgetIdentities();
    if (key !== undefined) res.setHeader('Set-Cookie', sessionCookies(req, csrf, key, sessionSeconds));
  }

  return accountPage(parts, async (request) => {
    const { req, res, isProgram } = request;
    if (req.method !== 'POST') {
      if (isProgram) throw problems.methodNotAllowed(req.method);
      showForm(request, 200);
      return;
    }
    try {
      await change(request);
    } catch (error) {
      if (isProgram || !(error instanceof Problem) || ![400, 429].includes(error.status)) throw error;
      const tooMany = `Too many attempts from your address. Try again in ${waitOf(error)}.`;
      showForm(request, error.status === 429 ? 429 : 200, error.status === 429 ? tooMany : messagesOf(error.body));
      return;
    }
    res.setHeader('Cache-Control', 'no-store');
    if (isProgram) sendAnswer(req, res, 204, undefined, { announceVersion: false, allow });
    else
      sendNotice(req, res, 200, {
        title: 'The password was changed',
        text: 'Other browsers in which you were signed in have to sign in anew. API tokens stay as they are.',
        link: { path: '/user/profile/', label: 'Back to the profile' },
      });
  });
}

function readPasswords({ fields, isProgram }: AccountRequest): { password: string; newPassword: string } {
  const errors: FieldErrors = {};
  const textOf = (name: string): string => {
    const value = fields.get(name);
    if (value === undefined) errors[name] = ['This field is required.'];
    else if (typeof value !== 'string') errors[name] = ['Not a valid string.'];
    else if (value === '') errors[name] = ['This field may not be blank.'];
    return typeof value === 'string' ? value : '';
  };
  const password = textOf('old_password');
  const newPassword = textOf('new_password');
  if (!isProgram && !errors.new_password && fields.get('new_password_again') !== newPassword)
    errors.new_password = ['Both have to be the same.'];
  if (Object.keys(errors).length > 0) throw problems.fields(errors);
  return { password, newPassword };
}

/** What the users service refuses, by the names the fields have here. */
function explain(error: unknown): never {
  if (error instanceof Problem && error.status === 403)
    throw problems.field('old_password', 'This is not your password.');
  if (error instanceof Problem && error.status === 400 && 'password' in error.body)
    throw problems.fields({ new_password: error.body.password as string[] });
  throw error;
}

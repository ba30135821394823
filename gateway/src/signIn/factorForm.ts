import { escapeHtml, type FactorChallenge } from '@plumbline/http';
import { csrfField } from '../pages/forms';
import { webauthnScript } from './webauthnScript';

interface FactorForm {
  csrf: string;
  challenge: FactorChallenge;
  notice?: string | undefined;
  /** Fields and text of the page it is on. */
  more?: string;
}

/** A form that takes a second factor: a code, or a key by way of the browser; also to set one up. */
export function factorFormHtml({ csrf, challenge, notice, more = '' }: FactorForm): string {
  const { enrolment, kinds, webauthn } = challenge;
  const hasKey = enrolment !== undefined || kinds.includes('webauthn');
  const label = enrolment ? 'The code your app shows now' : 'A code of your app, or one you have written down';
  const wantsCode = enrolment !== undefined || kinds.some((kind) => kind !== 'webauthn');
  return `${enrolment ? enrolmentHtml(enrolment) : ''}
<div class="card"><form method="post" action="" data-webauthn="${escapeHtml(JSON.stringify(webauthn))}" data-makes="${enrolment !== undefined}">
${notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : ''}
${csrfField(csrf)}
<input type="hidden" name="credential" value="">
${more}
${wantsCode ? `<label>${label} <input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40"></label>` : ''}
<button>${enrolment ? 'Set it up' : 'Sign in'}</button>
${hasKey ? `<button type="button" data-key hidden>${enrolment ? 'Set up a security key instead' : 'Use a security key'}</button>` : ''}
<p class="soft" role="status" data-said></p>
</form></div>
<script>${webauthnScript}</script>`;
}

const enrolmentHtml = ({
  picture,
  secret,
}: NonNullable<FactorChallenge['enrolment']>): string => `<div class="card padded picture">
<p>Scan this with an authenticator app, or type in <code>${escapeHtml(secret)}</code>.</p>
${picture}
</div>`;

/** Codes that are shown once. */
export const recoveryCodesHtml = (codes: readonly string[]): string => `<div class="card padded" role="status">
<p>Write these codes down: each lets you in once when you have nothing else. <strong>They are shown this once.</strong></p>
<p>${codes.map((code) => `<code class="recovery">${escapeHtml(code)}</code>`).join(' ')}</p>
</div>`;

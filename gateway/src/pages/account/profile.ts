import { escapeHtml, type Profile, sendAnswer } from '@plumbline/http';
import { allowedVerbs } from '../../addresses';
import { momentText, sendAccountPage } from './accountHtml';
import { type AccountPage, type AccountParts, accountPage } from './accountPage';

const allow = allowedVerbs(['GET']);

/** The page that tells people, and programs, whom they are signed in as. */
export const createProfilePage = (parts: AccountParts): AccountPage =>
  accountPage(parts, async (request) => {
    const { req, res, isProgram, ask } = request;
    const profile = await ask<Profile>('profile');
    if (isProgram) {
      const negotiated = { version: '2.1', renderer: 'json' } as const;
      sendAnswer(req, res, 200, profile, {
        negotiated,
        announceVersion: false,
        allow,
        headers: { 'Cache-Control': 'no-store' },
      });
      return;
    }
    const rows = [
      ['Username', profile.username],
      ['Full name', `${profile.first_name} ${profile.last_name}`.trim() || '–'],
      ['Email address', profile.email || '–'],
      ['Groups', profile.groups.join(', ') || '–'],
      ['Rights', rightsOf(profile)],
      ['Registered', momentText(profile.date_joined)],
      ['Last sign-in', momentText(profile.last_login)],
    ].map(([name, value]) => `<tr><th class="fit">${name}</th><td>${escapeHtml(value!)}</td></tr>`);
    sendAccountPage(request, 200, 'Profile', `<div class="card"><table>${rows.join('')}</table></div>`, {
      allow,
    });
  });

const rightsOf = ({ is_superuser, is_staff }: Profile): string =>
  [is_superuser ? 'superuser' : 'as permissions say', ...(is_staff ? ['staff'] : [])].join(', ');

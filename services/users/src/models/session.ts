import { defineModel, f } from '@plumbline/model';

/** A browser that somebody signed in with; only a digest of its key is kept. */
export const Session = defineModel('users.session', {
  title: 'session',
  traits: [],
  fields: {
    key_digest: f.text().hidden().with({ unique: true }),
    user: f.ref('users.user', { onDelete: 'cascade' }).hidden(),
    expires: f.dateTime().hidden().indexed(),
    created: f.dateTime().optional().hidden(),
    /** When it was last used, to the minute. */
    seen: f.dateTime().optional().hidden(),
    /** The network it was begun from, and what the browser calls itself. */
    address: f.text(60).default('').hidden(),
    agent: f.text(300).default('').hidden(),
    /** The key of the way of signing in; `local` for a password that is kept here. */
    method: f.text(40).default('local').hidden(),
    /** What a provider calls whoever signed in, and its own session, by which it may end this one. */
    subject: f.text(300).optional().hidden().indexed(),
    provider_session: f.text(300).optional().hidden(),
    /** The ID token, sealed: signing out at the provider takes it. */
    id_token: f.text().optional().hidden(),
  },
  order: ['expires'],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});

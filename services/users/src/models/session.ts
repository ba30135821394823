import { defineModel, f } from '@plumbline/model';

/** A browser that somebody signed in with; only a digest of its key is kept. */
export const Session = defineModel('users.session', {
  title: 'session',
  traits: [],
  fields: {
    key_digest: f.text().hidden().with({ unique: true }),
    user: f.ref('users.user', { onDelete: 'cascade' }).hidden(),
    expires: f.dateTime().hidden().indexed(),
  },
  order: ['expires'],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});

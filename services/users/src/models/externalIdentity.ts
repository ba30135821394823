import { defineModel, f } from '@plumbline/model';

/** Who somebody is to another system that vouches for them; a user may have one for each way of signing in. */
export const ExternalIdentity = defineModel('users.externalidentity', {
  title: 'external identity',
  traits: [],
  fields: {
    /** The key of the way of signing in. */
    method: f.text(40).hidden(),
    /** What they are called there for as long as they are there. */
    subject: f.text(300).hidden(),
    user: f.ref('users.user', { onDelete: 'cascade' }).hidden(),
    /** Ids of the groups they are in because the other system says so. */
    groups: f
      .json()
      .default(() => [])
      .hidden(),
    /** When the other system said what they are here as. */
    asserted: f.dateTime().hidden(),
  },
  unique: [['method', 'subject']],
  order: ['method', 'subject'],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});

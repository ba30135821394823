import { defineModel, f } from '@plumbline/model';

/** What somebody shows beside their password: a key of their own, an app that counts, or a code they have written down. */
export const SecondFactor = defineModel('users.secondfactor', {
  title: 'second factor',
  traits: [],
  fields: {
    user: f.ref('users.user', { onDelete: 'cascade' }).hidden(),
    /** `webauthn`, `totp` or `recovery`. */
    kind: f.text(20).hidden(),
    name: f.text(100).default('').hidden(),
    /** The id of a WebAuthn credential, or the digest of a recovery code. */
    credential: f.text(1400).optional().hidden().with({ unique: true }),
    /** A public key, or a sealed secret. */
    secret: f.text(6000).default('').hidden(),
    /** The last step of time, or signature, that was accepted: what comes after it alone counts. */
    counter: f.int({ min: 0 }).default(0).hidden(),
    created: f.dateTime().hidden(),
    used: f.dateTime().optional().hidden(),
  },
  order: ['created'],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});

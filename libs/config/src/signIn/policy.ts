import { z } from 'zod/v4';

/** What every way of signing in says of whom it lets in, and as what. */
export const policy = {
  /** Part of addresses, and what accounts are linked under: it stays the same for as long as the accounts are there. */
  key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens, 40 at most'),
  /** What the sign-in page calls it. */
  label: z.string().min(1).max(80).optional(),
  /** Whether somebody unknown gets an account. */
  create: z.boolean().default(true),
  /** Whether an account of the same name is taken over that has a password, rights of a superuser or another way of signing in. */
  adopt: z.boolean().default(false),
  /** Groups here, by the name that the other side has for them; without it the names are the same. */
  group_map: z.record(z.string(), z.string().min(1).max(150)).optional(),
  /** Whether groups that are not here are made. */
  create_groups: z.boolean().default(false),
  /** Groups here that everybody is in who signs in this way. */
  default_groups: z.array(z.string().min(1).max(150)).default([]),
  /** Groups of the other side, of which whoever is let in has to be in one. */
  required_groups: z.array(z.string()).default([]),
  /** Groups of the other side whose members are superusers here; without it nobody is made one, or ceases to be one. */
  superuser_groups: z.array(z.string()).optional(),
  /** The same for staff. */
  staff_groups: z.array(z.string()).optional(),
  /** Seconds a session lives that is begun this way; by default as long as any. */
  session_seconds: z.int().min(60).max(31_536_000).optional(),
};

/** Names of claims or attributes; `subject` has what somebody is called for as long as they are there. */
export const names = (
  usual: Record<'subject' | 'username' | 'email' | 'first_name' | 'last_name' | 'groups', string>,
) =>
  z
    .strictObject({
      subject: z.string().min(1).default(usual.subject),
      username: z.string().min(1).default(usual.username),
      email: z.string().min(1).default(usual.email),
      first_name: z.string().min(1).default(usual.first_name),
      last_name: z.string().min(1).default(usual.last_name),
      groups: z.string().min(1).default(usual.groups),
    })
    .prefault({});

/** What nobody else may know; it may stand in a file instead, which the value named `…_file` names. */
export const secret = z.string().min(1).max(10_000);
/** Seconds by which clocks may differ. */
export const clockSkew = z.int().min(0).max(600).default(60);

import { problems } from '@plumbline/http';
import type { BatchRule, Candidate, DeleteEffect, Effect, Rule, RuleResult } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { forgetFirstPasswords } from '../identity/firstCredentials';
import { hashPassword, unusablePassword } from '../identity/passwords';

/** Passwords that are hashed for one request: each takes about a twelfth of a second, on purpose. */
const mostPasswords = 100;

/**
 * Puts the hash of a password that was sent into the row; without one a new or replaced user cannot sign in with any.
 */
export const hashPasswords: BatchRule = async (candidates) => {
  const hashed = candidates.filter(({ sent }) => typeof sent.password === 'string').length;
  if (hashed > mostPasswords)
    throw problems.tooLarge(`One request may set ${mostPasswords} passwords. Send the users in parts.`);
  await Promise.all(
    candidates.map(async ({ sent, row }) => {
      if (!Object.hasOwn(sent, 'password')) return;
      row.password = sent.password === null ? unusablePassword : await hashPassword(sent.password as string);
    }),
  );
  return candidates.map(() => undefined);
};

/** Whoever may edit users could otherwise take over everything: superusers are made and changed by superusers alone. */
export const superusersAreMadeBySuperusers: Rule = ({ before, row }, { identity }): RuleResult => {
  if (identity.isSuperuser) return undefined;
  if (before?.is_superuser) return { __all__: ['Only superusers may change the account of a superuser.'] };
  return row.is_superuser ? { is_superuser: ['Only superusers may make somebody a superuser.'] } : undefined;
};

/** Nor does whoever may delete users take superusers away. */
export const superusersAreDeletedBySuperusers: DeleteEffect = (users, { identity }) => {
  if (!identity.isSuperuser && users.some((user) => user.is_superuser))
    throw problems.model('Only superusers may delete the account of a superuser.');
};

/** Whoever knew the old password, and signed in with it, has to know the new one from now on. */
export const endSessionsOfOldPasswords: Effect = async (candidates, { tx }) => {
  const ids = idsWithNewPasswords(candidates);
  if (ids.length > 0) await tx.run(sql.unsafe`DELETE FROM session WHERE "user" = ANY(${sql.array(ids, 'uuid')})`);
};

/** What was made up for the first administrator is told at each start, but not when it is right no longer. */
export const forgetReplacedPasswords: Effect = async (candidates, { tx }) => {
  const ids = idsWithNewPasswords(candidates);
  if (ids.length > 0) await tx.run(forgetFirstPasswords(ids));
};

const idsWithNewPasswords = (candidates: readonly Candidate[]): string[] =>
  candidates.filter(({ before, sent }) => before && Object.hasOwn(sent, 'password')).map(({ row }) => row.id as string);

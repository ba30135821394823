import { randomInt } from 'node:crypto';
import { keyedDigest, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { insertFactor } from './factorRows';

const howMany = 10;
/** Without those that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

const newCode = (): string =>
  Array.from({ length: 12 }, (_, at) => (at > 0 && at % 4 === 0 ? '-' : '') + letters[randomInt(letters.length)]).join(
    '',
  );

const digestOf = ({ engine }: UnitOfWork, userId: string, code: string): string => {
  const typed = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return keyedDigest(JSON.stringify(['recovery', userId, typed]), engine.settings.secretKey, 'sign-in attempt');
};

/** Makes the codes that somebody writes down for when they have nothing else, in the transaction `work` is part of. */
export async function makeRecoveryCodes(work: UnitOfWork, userId: string): Promise<string[]> {
  await work.sql.run(sql.unsafe`DELETE FROM secondfactor WHERE "user" = ${userId} AND kind = 'recovery'`);
  const codes = Array.from({ length: howMany }, newCode);
  for (const code of codes)
    await insertFactor(work, userId, { kind: 'recovery', credential: digestOf(work, userId, code) });
  return codes;
}

/** Whether it is a code that was written down, which is then used up. */
export async function recoveryFits(work: UnitOfWork, userId: string, code: string): Promise<boolean> {
  const used = await work.sql.first(sql.unsafe`
    DELETE FROM secondfactor WHERE "user" = ${userId} AND kind = 'recovery'
      AND credential = ${digestOf(work, userId, code)} RETURNING id`);
  return used !== undefined;
}

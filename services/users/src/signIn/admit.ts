import { changeObjects, createObjects, system, type UnitOfWork, writing } from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import { locksInOrder, sql } from '@plumbline/store';
import { type IdentityRow, identityColumns } from '../identity/identityRow';
import { unusablePassword } from '../identity/passwords';
import { refusals } from '../identity/refusals';
import { User } from '../models';
import { accountValues, givenBy, type KnownAccount, standingOf } from './accountValues';
import { groupIds } from './groupIds';
import type { AdmissionPolicy } from './method';
import type { Proof } from './proof';
import { signInRefusals } from './refusals';

/** An account, with what another system has said of it so far. */
interface LinkedAccount extends IdentityRow, KnownAccount {
  link: string;
  asserted: string;
  /** Ids of groups they are in because the other system says so. */
  given: string[];
}

const accountColumns = sql.fragment`${identityColumns}, u.email, u.first_name, u.last_name, u.is_staff, u.groups::text[] AS groups`;

/**
 * Lets somebody in whom another system vouches for: the one place where such a proof becomes a user. Their account is
 * found by what they are called there, made or taken over at the first time, and kept in step from then on; what is said
 * with an older proof than the last changes nothing. Throws a 403 that says why they are not let in.
 */
export async function admit(work: UnitOfWork, policy: AdmissionPolicy, proof: Proof): Promise<IdentityRow> {
  const known = await linked(work, policy.key, proof.subject);
  demandGroup(policy, proof);
  if (known && !known.is_active) throw refusals.userInactive();
  if (known && !(await changesOf(work, policy, proof, known))) {
    if (proof.lasting && proof.asserted > new Date(known.asserted)) await remember(work, known.link, proof.asserted);
    return known;
  }
  try {
    return await writing(asPlumbline(work), (inner) => bringInStep(inner, policy, proof));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
    work.engine.log.warn(
      { method: policy.key, username: proof.username, problem: error.body },
      'an account could not be made or kept in step',
    );
    throw signInRefusals.unfit(proof.username ?? proof.subject);
  }
}

/** Nobody asks for it but Plumbline itself, under the rules that hold for all. */
const asPlumbline = (work: UnitOfWork): UnitOfWork => ({ ...work, scope: { ...work.scope, identity: system } });

/** Where nothing is said of groups nobody is in one of them, unless the settings say of this one what they may. */
function demandGroup({ required_groups }: AdmissionPolicy, { groups, local }: Proof): void {
  if (required_groups.length === 0 || local !== undefined) return;
  if (groups === undefined) throw signInRefusals.groupsUntold();
  if (!standingOf(groups, required_groups)) throw signInRefusals.notInGroup();
}

async function linked(work: UnitOfWork, method: string, subject: string): Promise<LinkedAccount | undefined> {
  return work.sql.first<LinkedAccount>(sql.unsafe`
    SELECT ${accountColumns}, e.id AS link, e.asserted, ARRAY(SELECT jsonb_array_elements_text(e.groups)) AS given
    FROM externalidentity e JOIN "user" u ON u.id = e.user WHERE e.method = ${method} AND e.subject = ${subject}`);
}

interface Changes {
  values: Record<string, unknown>;
  given: string[];
}

/** What is to be written of somebody who is known; undefined when it is all there, or was said before something else. */
async function changesOf(
  work: UnitOfWork,
  policy: AdmissionPolicy,
  proof: Proof,
  known: LinkedAccount,
): Promise<Changes | undefined> {
  if (proof.asserted < new Date(known.asserted)) return undefined;
  const changes = await wantedOf(work, policy, proof, known, known.given);
  const isSame = Object.keys(changes.values).length === 0 && sameIds(changes.given, known.given);
  return isSame ? undefined : changes;
}

/** What is to be written of an account whose groups `before` the other system gave. */
async function wantedOf(
  work: UnitOfWork,
  policy: AdmissionPolicy,
  proof: Proof,
  known: KnownAccount,
  before: readonly string[],
): Promise<Changes> {
  const kept = before.filter((id) => known.groups.includes(id));
  const wanted = await groupIds(work, policy, proof, kept);
  return {
    values: accountValues(policy, proof, known, { given: before, wanted }),
    given: givenBy(wanted, before, known),
  };
}

async function bringInStep(work: UnitOfWork, policy: AdmissionPolicy, proof: Proof): Promise<IdentityRow> {
  const there = (await linked(work, policy.key, proof.subject)) ?? (await linkedMeanwhile(work, policy, proof));
  if (there) {
    // Two at once, or somebody who changes the account: the second looks again when the first is through.
    await work.sql.run(
      locksInOrder([
        sql.fragment`SELECT id FROM "user" WHERE id = ${there.id} FOR NO KEY UPDATE`,
        sql.fragment`SELECT id FROM externalidentity WHERE id = ${there.link} FOR UPDATE`,
      ]),
    );
    const now = (await linked(work, policy.key, proof.subject)) ?? there;
    const changes = await changesOf(work, policy, proof, now);
    if (changes) await write(work, now.id, now.link, changes, proof.asserted);
  } else await link(work, policy, proof);
  return (await linked(work, policy.key, proof.subject))!;
}

/**
 * Accounts of one name are made or taken over one after another: of several requests with which somebody comes for the first
 * time the others find what the first has made.
 */
async function linkedMeanwhile(
  work: UnitOfWork,
  { key }: AdmissionPolicy,
  { username, subject }: Proof,
): Promise<LinkedAccount | undefined> {
  const account = `account ${JSON.stringify(username ?? '')}`;
  await work.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${account}, 0))`);
  return linked(work, key, subject);
}

/** What was said before this counts no more, although this says the same as what was known. */
async function remember({ sql: database }: UnitOfWork, link: string, asserted: Date): Promise<void> {
  await database.run(sql.unsafe`
    UPDATE externalidentity SET asserted = greatest(asserted, ${asserted.toISOString()}) WHERE id = ${link}`);
}

async function write(work: UnitOfWork, id: string, link: string, { values, given }: Changes, asserted: Date) {
  if (Object.keys(values).length > 0)
    await changeObjects(work, User, [{ id, body: values }], { mode: 'change', errors: 'single' });
  await work.sql.run(sql.unsafe`
    UPDATE externalidentity SET groups = ${JSON.stringify(given)}::jsonb, asserted = ${asserted.toISOString()}
    WHERE id = ${link}`);
}

/** Ties whoever was unknown so far to an account of their name, or a new one. */
async function link(work: UnitOfWork, policy: AdmissionPolicy, proof: Proof): Promise<void> {
  const { username } = proof;
  if (username === undefined || username === '') throw signInRefusals.noName();
  if (username.includes('\0')) throw signInRefusals.unfit('you');
  const namesake = await work.sql.first<LinkedAccount & { isFree: boolean }>(sql.unsafe`
    SELECT ${accountColumns}, NOT u.is_superuser AND u.password = ${unusablePassword}
      AND NOT EXISTS (SELECT FROM externalidentity e WHERE e.user = u.id) AS "isFree"
    FROM "user" u WHERE u.username = ${username} FOR NO KEY UPDATE`);
  if (namesake && !policy.adopt && !namesake.isFree) throw signInRefusals.nameTaken(username);
  if (!namesake && !policy.create) throw signInRefusals.noAccount();
  if (namesake && !namesake.is_active) throw refusals.userInactive();
  const id = namesake?.id ?? (await made(work, username));
  const known: KnownAccount = namesake ?? nobodyYet;
  const { values, given } = await wantedOf(work, policy, proof, known, []);
  if (Object.keys(values).length > 0)
    await changeObjects(work, User, [{ id, body: values }], { mode: 'change', errors: 'single' });
  await work.sql.run(sql.unsafe`
    INSERT INTO externalidentity (id, method, subject, "user", groups, asserted)
    VALUES (gen_random_uuid(), ${policy.key}, ${proof.subject}, ${id}, ${JSON.stringify(given)}::jsonb,
      ${proof.asserted.toISOString()})`);
}

const nobodyYet: KnownAccount = {
  email: '',
  first_name: '',
  last_name: '',
  is_superuser: false,
  is_staff: false,
  groups: [],
};

async function made(work: UnitOfWork, username: string): Promise<string> {
  const [user] = await createObjects(work, User, [{ username }], { errors: 'single' });
  return user!.id as string;
}

const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

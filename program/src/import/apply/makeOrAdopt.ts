import type { Row } from '@plumbline/model';
import { write } from './change';
import { changeOf, growthOf } from './changes';
import { type Draft, pick } from './draft';
import type { Identity } from './identities';
import { findIdentity, identityIn, rememberIdentity } from './known';
import { fieldsAmong } from './orderEndpoints';
import { resolveValues } from './resolveDraft';
import { type Applied, identityOf, refuse, type Task, type Wanted } from './task';

/** Ids told of objects among which nothing says which is meant. */
const mostNamed = 5;

/** Makes what is not here; what is here under another id, or is wanted twice, is known by that one's id from now on. */
export async function makeOrAdopt(
  task: Task,
  endpoint: string,
  fresh: Wanted[],
  changes: [Wanted, Row][],
  applied: Applied,
): Promise<void> {
  const identity = identityOf(task, endpoint);
  const again: Wanted[] = [];
  const toMake: Wanted[] = [];
  const making = new Set<string>();
  for (const one of fresh) {
    const found = identity && (await findUnowned(task, endpoint, identity, one));
    if (found && making.has(found.name)) again.push(one);
    else if (found && found.here.length > 1) {
      const reason = severalHere(identity, found.here, task.options.severalFit);
      refuse(task, endpoint, [one], [{ index: 0, reason, fields: identity.match }], applied);
    } else if (found?.here[0]) adopt(task, identity!, one, found.here[0], changes, applied);
    else {
      if (found) making.add(found.name);
      toMake.push(one);
    }
  }
  await make(task, endpoint, toMake, applied);
  if (again.length > 0) {
    if (task.options.dryRun) {
      applied.known += again.length;
      return;
    }
    await makeOrAdopt(task, endpoint, again, changes, applied);
  }
}

/** Why it is not known which of these objects is meant. */
function severalHere({ match }: Identity, here: readonly Row[], advice: string | undefined): string {
  const ids = here.slice(0, mostNamed).map(({ id }) => id);
  const more = here.length > mostNamed ? ', …' : '';
  const told = `there are ${here.length} here with its ${match.join(' and ')} (${ids.join(', ')}${more})`;
  return advice ? `${told}: ${advice}` : told;
}

/** Has what is wanted be known by the id of what is here, and changed as far as what is here may be. */
function adopt(
  task: Task,
  { updates, grows = [] }: Identity,
  one: Wanted,
  here: Row,
  changes: [Wanted, Row][],
  applied: Applied,
): void {
  task.ids.set(one.draft.key, here.id as string | number);
  if (!updates) task.left.add(one.draft.key);
  const change = updates ? changeOf(one.body, here) : growthOf(grows, one.body, here);
  if (!change) {
    applied[updates ? 'same' : 'known'] += 1;
    return;
  }
  Object.assign(here, change);
  changes.push([{ ...one, id: String(here.id) }, change]);
}

/** What is here by what identifies an object, but for that which is another one's and only has that name still. */
async function findUnowned(
  task: Task,
  endpoint: string,
  identity: Identity,
  { draft, body }: Wanted,
): Promise<{ name: string; here: Row[] } | undefined> {
  const found = await findIdentity(task.api, task.known, endpoint, identity, body);
  if (!found || found.here.length === 0) return found;
  const owners = await ownersIn(task, endpoint, identity);
  const isOthers = ({ id }: Row): boolean => {
    const owner = owners.get(String(id));
    if (!owner || owner.key === draft.key) return false;
    const [says] = resolveValues(task, owner.body);
    return identityIn(identity, says) !== found.name;
  };
  return { ...found, here: found.here.filter((one) => !isOthers(one)) };
}

/** What is wanted of an endpoint, as far as it identifies objects, by the ids that keys stand for. */
async function ownersIn(task: Task, endpoint: string, { match }: Identity): Promise<ReadonlyMap<string, Draft>> {
  const known = task.owners.get(endpoint);
  if (known) return known;
  const owners = new Map<string, Draft>();
  for await (const { key, body } of task.store.of(endpoint))
    owners.set(String(task.options.idOf(key)), { endpoint, key, body: pick(body, match) });
  task.owners.set(endpoint, owners);
  return owners;
}

async function make(task: Task, endpoint: string, toMake: Wanted[], applied: Applied): Promise<void> {
  const { options, known } = task;
  if (toMake.length === 0) return;
  if (options.dryRun) {
    applied.created += toMake.length;
    return;
  }
  const isNumbered = options.numbered?.has(endpoint) ?? false;
  await options.making?.(
    endpoint,
    toMake.map(({ id }) => id),
  );
  const bodies = toMake.map(({ id, body, once }) => ({ ...(!isNumbered && { id }), ...body, ...once }));
  const { done, refusals } = await write(task, 'POST', endpoint, toMake, bodies);
  const hasLate = fieldsAmong(task.late, endpoint).length > 0;
  for (const [index, object] of done) {
    const one = toMake[index]!;
    if (object.id !== one.id) task.ids.set(one.draft.key, object.id as string | number);
    const identity = identityOf(task, endpoint);
    if (identity) rememberIdentity(known, endpoint, identity, { ...one.body, id: object.id });
    applied.created += 1;
    if (hasLate || one.draft.files) task.made.add(one.draft.key);
  }
  await options.made?.(
    endpoint,
    done.map(([index]) => toMake[index]!.id),
  );
  refuse(task, endpoint, toMake, refusals, applied);
}

import type { Row } from '@plumbline/model';
import { changeOf, growthOf } from './changes';
import { type Draft, isReference, type Reference, referencesOf } from './draft';
import type { DraftStore } from './draftStore';
import { type Identity, identities as usualIdentities } from './identities';
import { inLevels } from './inLevels';
import { findIdentity, identityIn, type Known, rememberIdentity, renameIdentity } from './known';
import type { Api } from './openApi';
import { orderEndpoints, relationOf } from './orderEndpoints';
import type { Refusal, Written } from './writeAll';
import { writeWithoutUntold } from './writeWithoutUntold';

/** What became of the objects of an endpoint. */
export interface Applied {
  endpoint: string;
  wanted: number;
  created: number;
  changed: number;
  same: number;
  /** Known under another id: they were here already, or are one with another that was wanted. */
  known: number;
  refused: number;
}

/** An object, or a part of one, that Plumbline does not take. */
export interface RefusedDraft {
  endpoint: string;
  key: string;
  reason: string;
  /** It is here, only this field of it is not as it should be. */
  field?: string;
}

export interface ApplyOptions {
  /** The id of what goes by a key. */
  idOf: (key: string) => string;
  /** Write nothing, only say what would be written. */
  dryRun?: boolean;
  /** Pairs of endpoints that have to come one before the other for reasons of their own. */
  before?: readonly (readonly [string, string])[];
  /** Called before objects of an endpoint are made, with their ids, and when they are. */
  making?: (endpoint: string, ids: string[]) => Promise<void>;
  made?: (endpoint: string, ids: string[]) => Promise<void>;
  /** What of objects that are here, in the order given, is otherwise than wanted and stays so, and why. */
  stays?: (
    endpoint: string,
    objects: readonly { once: Row; here: Row }[],
  ) => Promise<{ index: number; field: string; reason: string }[]>;
  /** Endpoints whose objects get ids from Plumbline alone. */
  numbered?: ReadonlySet<string>;
  /** By what objects are known that have another id; as usual unless said otherwise. */
  identities?: Readonly<Record<string, Identity>>;
  /** What to do where several objects here are alike in what identifies one that is wanted. */
  severalFit?: string;
  progress: (endpoint: string, done: number, total: number) => void;
}

export interface Application {
  applied: Applied[];
  refused: RefusedDraft[];
  /** How many files were put on objects. */
  files: number;
}

/** Ids told of objects among which nothing says which is meant. */
const mostNamed = 5;

/** Objects looked at and written at a time. */
const chunkSize = 200;

/**
 * Makes what is here be as wanted: what is not here is made, what differs is changed, what is the same is left alone, so
 * that it can be given up at any moment and begun anew. Nothing is removed. What Plumbline refuses is left out and told.
 */
export async function applyDrafts(store: DraftStore, api: Api, options: ApplyOptions): Promise<Application> {
  const { endpoints, late } = orderEndpoints(store.endpoints(), store.edges(), options.before);
  const task: Task = {
    store,
    api,
    options,
    late,
    ids: new Map(),
    missing: new Set(),
    known: new Map(),
    owners: new Map(),
    made: new Set(),
    left: new Set(),
    refused: [],
  };
  const applied: Applied[] = [];
  for (const endpoint of endpoints) applied.push(await applyEndpoint(task, endpoint));
  const accountOf = (endpoint: string) => applied.find((one) => one.endpoint === endpoint)!;
  for (const endpoint of endpoints) await fillLate(task, endpoint, accountOf(endpoint));
  let files = 0;
  for (const endpoint of store.endpointsWithFiles()) files += await fillFiles(task, endpoint, accountOf(endpoint));
  return { applied, refused: task.refused, files };
}

interface Task {
  store: DraftStore;
  api: Api;
  options: ApplyOptions;
  late: ReadonlySet<string>;
  /** Ids of what goes by another id than its key says. */
  ids: Map<string, string | number>;
  /** Keys of what is not here after all. */
  missing: Set<string>;
  known: Map<string, Known>;
  /** Of endpoints whose objects are known by what identifies them: what is wanted there, by the ids that keys stand for. */
  owners: Map<string, ReadonlyMap<string, Draft>>;
  /** Keys of what was made just now, where relations or files of it have to wait. */
  made: Set<string>;
  /** Keys of what is here under another id, and is left as it is. */
  left: Set<string>;
  refused: RefusedDraft[];
}

/** Objects on their way, with related objects by their ids. */
interface Wanted {
  draft: Draft;
  id: string;
  body: Row;
  once: Row;
}

const identityOf = ({ options }: Task, endpoint: string): Identity | undefined =>
  (options.identities ?? usualIdentities)[endpoint];

async function applyEndpoint(task: Task, endpoint: string): Promise<Applied> {
  const { store, api, options } = task;
  const total = store.count(endpoint);
  const applied: Applied = { endpoint, wanted: total, created: 0, changed: 0, same: 0, known: 0, refused: 0 };
  const isEmpty = (await api.count(endpoint)) === 0;
  let done = 0;
  for await (const chunk of inLevels(store, endpoint, chunkSize)) {
    await applyChunk(task, endpoint, chunk, isEmpty, applied);
    done += chunk.length;
    options.progress(endpoint, done, total);
  }
  return applied;
}

async function applyChunk(
  task: Task,
  endpoint: string,
  drafts: Draft[],
  isEmpty: boolean,
  applied: Applied,
): Promise<void> {
  const isNumbered = task.options.numbered?.has(endpoint) ?? false;
  const wanted = drafts.flatMap((draft) => {
    const one = resolve(task, draft, applied);
    return one ? [one] : [];
  });
  const present = isEmpty || isNumbered ? new Map<string, Row>() : await presentOf(task.api, endpoint, wanted);
  const fresh: Wanted[] = [];
  const changes: [Wanted, Row][] = [];
  await tellWhatStays(task, endpoint, wanted, present);
  for (const one of wanted) {
    const here = present.get(one.id);
    if (here) {
      const grows = identityOf(task, endpoint)?.grows ?? [];
      const rest = Object.fromEntries(Object.entries(emptying(one)).filter(([field]) => !grows.includes(field)));
      const change = { ...changeOf(rest, here), ...growthOf(grows, one.body, here) };
      if (Object.keys(change).length > 0) changes.push([one, change]);
      else applied.same += 1;
    } else fresh.push(one);
  }
  // What goes by another name from now on frees the one that it had; only what names something new has to wait for that.
  const isNew = new Set(fresh.map(({ draft }) => draft.key));
  const waits = ([{ draft }]: [Wanted, Row]) => [...referencesOf(draft.body)].some(([, { $ref }]) => isNew.has($ref));
  await change(
    task,
    endpoint,
    changes.filter((one) => !waits(one)),
    applied,
  );
  const later = changes.filter(waits);
  await makeOrAdopt(task, endpoint, fresh, later, applied);
  await change(task, endpoint, later, applied);
}

async function tellWhatStays(
  { options, refused }: Task,
  endpoint: string,
  wanted: readonly Wanted[],
  present: ReadonlyMap<string, Row>,
): Promise<void> {
  const objects = wanted.flatMap(({ draft: { key }, id, once }) => {
    const here = present.get(id);
    return here ? [{ key, once, here }] : [];
  });
  if (!options.stays || objects.length === 0) return;
  for (const { index, ...stays } of await options.stays(endpoint, objects))
    refused.push({ endpoint, key: objects[index]!.key, ...stays });
}

/** What an object that is here is to say, custom fields that are to be empty among it. */
function emptying({ draft: { emptied = [] }, body }: Wanted): Row {
  if (emptied.length === 0) return body;
  const empty = Object.fromEntries(emptied.map((name) => [name, null]));
  return { ...body, custom_fields: { ...empty, ...(body.custom_fields as Row | undefined) } };
}

/** Makes what is not here; what is here under another id, or is wanted twice, is known by that one's id from now on. */
async function makeOrAdopt(
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
    if (found?.name && making.has(found.name)) {
      again.push(one);
      continue;
    }
    const [here, ...alike] = found?.here ?? [];
    if (alike.length > 0) {
      const ids = found!.here.slice(0, mostNamed).map(({ id }) => id);
      const more = found!.here.length > mostNamed ? ', …' : '';
      const advice = task.options.severalFit ? `: ${task.options.severalFit}` : '';
      const reason = `there are ${alike.length + 1} here with its ${identity!.match.join(' and ')} (${ids.join(', ')}${more})${advice}`;
      refuse(task, endpoint, [one], [{ index: 0, reason, fields: identity!.match }], applied);
      continue;
    }
    if (here) {
      task.ids.set(one.draft.key, here.id as string | number);
      if (!identity!.updates) task.left.add(one.draft.key);
      const change = identity!.updates ? changeOf(one.body, here) : growthOf(identity!.grows ?? [], one.body, here);
      if (change) {
        Object.assign(here, change);
        changes.push([{ ...one, id: String(here.id) }, change]);
      } else applied[identity!.updates ? 'same' : 'known'] += 1;
      continue;
    }
    if (found?.name) making.add(found.name);
    toMake.push(one);
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
  for (const [index, object] of done) {
    const one = toMake[index]!;
    if (object.id !== one.id) task.ids.set(one.draft.key, object.id as string | number);
    const identity = identityOf(task, endpoint);
    if (identity) rememberIdentity(known, endpoint, identity, { ...one.body, id: object.id });
    applied.created += 1;
    if (hasLate(task, endpoint) || one.draft.files) task.made.add(one.draft.key);
  }
  await options.made?.(
    endpoint,
    done.map(([index]) => toMake[index]!.id),
  );
  refuse(task, endpoint, toMake, refusals, applied);
}

/** Changes what is here; answers what was taken. */
async function change(
  task: Task,
  endpoint: string,
  changes: [Wanted, Row][],
  applied: Applied,
): Promise<[Wanted, Row][]> {
  if (changes.length === 0) return [];
  if (task.options.dryRun) {
    applied.changed += changes.length;
    return [];
  }
  const { done, refusals } = await writeChanges(task, endpoint, changes);
  // What was made in this run is not changed by what had to wait.
  applied.changed += done.filter(([index]) => !task.made.has(changes[index]![0].draft.key)).length;
  const identity = identityOf(task, endpoint);
  for (const [index] of done) {
    const [{ id, body: says }, body] = changes[index]!;
    if (identity?.match.some((field) => Object.hasOwn(body, field)))
      renameIdentity(task.known, endpoint, identity, { ...says, id });
  }
  for (const { index, reason } of refusals) {
    const [one, body] = changes[index]!;
    applied.refused += 1;
    task.refused.push({ endpoint, key: one.draft.key, field: Object.keys(body).join(', '), reason });
  }
  return done.map(([index]) => changes[index]!);
}

/** Writes changes. What is refused while another one of them has its name still is tried again once that has none. */
async function writeChanges(task: Task, endpoint: string, changes: readonly [Wanted, Row][]): Promise<Written> {
  const writeThose = (some: readonly [Wanted, Row][]) =>
    write(
      task,
      'PATCH',
      endpoint,
      some.map(([one]) => one),
      some.map(([{ id }, body]) => ({ id, ...body })),
    );
  const first = await writeThose(changes);
  if (first.done.length === 0 || first.refusals.length === 0) return first;
  const places = first.refusals.map(({ index }) => index);
  const second = await writeThose(places.map((at) => changes[at]!));
  return {
    done: [...first.done, ...second.done.map(([at, object]): [number, Row] => [places[at]!, object])],
    refusals: second.refusals.map((one) => ({ ...one, index: places[one.index]! })),
  };
}

/** Writes objects, and tells what some of them had to come without. */
async function write(
  task: Task,
  method: 'POST' | 'PATCH',
  endpoint: string,
  wanted: readonly Wanted[],
  bodies: readonly Row[],
): Promise<Written> {
  const objects = wanted.map(({ draft }, index) => ({ draft, body: bodies[index]! }));
  const targets = { isTold: (key: string) => task.store.has(key), idOf: (key: string) => idOf(task, key) };
  const { leftOut, ...written } = await writeWithoutUntold(task.api, method, endpoint, objects, targets);
  for (const { index, ...left } of leftOut) task.refused.push({ endpoint, key: wanted[index]!.draft.key, ...left });
  return written;
}

function refuse(task: Task, endpoint: string, tried: Wanted[], refusals: Refusal[], applied: Applied): void {
  for (const { index, reason } of refusals) {
    const { key } = tried[index]!.draft;
    task.missing.add(key);
    task.refused.push({ endpoint, key, reason });
    applied.refused += 1;
  }
}

/** The relations that had to wait for objects that came later. */
async function fillLate(task: Task, endpoint: string, applied: Applied): Promise<void> {
  const { late } = task;
  const fields = [...late].filter((one) => one.startsWith(`${endpoint} `)).map((one) => one.slice(endpoint.length + 1));
  if (fields.length === 0) return;
  await fill(task, endpoint, applied, 'relations', (draft) => {
    const said = pick(draft.body, fields);
    // What was made just now has none; of what was here before those are taken away that are not there any more.
    const isDone = task.made.has(draft.key) ? !Object.values(said).some(holdsReference) : isNothing(said);
    if (isDone) return undefined;
    const [body, lost] = resolveValues(task, said);
    for (const [field, key] of lost) lose(task, draft, field, key);
    return body;
  });
}

/** Puts files on objects that have none, or others; answers how many. */
const fillFiles = async (task: Task, endpoint: string, applied: Applied): Promise<number> =>
  (await fill(task, endpoint, applied, 'files', ({ files }) => files)).reduce(
    (sum, [, files]) => sum + Object.keys(files).length,
    0,
  );

/** Says of objects that are here what had to wait, as far as that is not so yet; answers what was changed. */
async function fill(
  task: Task,
  endpoint: string,
  applied: Applied,
  what: string,
  saying: (draft: Draft) => Row | undefined,
): Promise<[Wanted, Row][]> {
  const { store, options } = task;
  const filled: [Wanted, Row][] = [];
  let wanted: Wanted[] = [];
  let done = 0;
  const flush = async () => {
    const present = await presentOf(task.api, endpoint, wanted);
    const changes = wanted.flatMap((one): [Wanted, Row][] => {
      const here = present.get(one.id);
      const difference = here && changeOf(one.body, here);
      return difference ? [[one, difference]] : [];
    });
    filled.push(...(await change(task, endpoint, changes, applied)));
    done += wanted.length;
    options.progress(`${endpoint} (${what})`, done, store.count(endpoint));
    wanted = [];
  };
  for await (const draft of store.of(endpoint)) {
    if (task.missing.has(draft.key) || task.left.has(draft.key)) continue;
    const body = saying(draft);
    if (!body) continue;
    wanted.push({ draft, id: String(idOf(task, draft.key)), body, once: {} });
    if (wanted.length === chunkSize) await flush();
  }
  if (wanted.length > 0) await flush();
  return filled;
}

const hasLate = ({ late }: Task, endpoint: string): boolean => [...late].some((one) => one.startsWith(`${endpoint} `));

const holdsReference = (value: unknown): boolean =>
  isReference(value) || (Array.isArray(value) && value.some(isReference));

const isNothing = (said: Row): boolean => Object.keys(said).length === 0;

const pick = (body: Row, fields: string[]): Row =>
  Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)));

const idOf = (task: Task, key: string): string | number => task.ids.get(key) ?? task.options.idOf(key);

/** Related objects by their ids; undefined, and told, when one that it cannot be without is not here. */
function resolve(task: Task, draft: Draft, applied: Applied): Wanted | undefined {
  const { endpoint, key } = draft;
  const present = Object.fromEntries(
    Object.entries(draft.body).filter(([field]) => !task.late.has(relationOf(endpoint, field))),
  );
  const [body, lost] = resolveValues(task, present);
  const [once, alsoLost] = resolveValues(task, draft.once ?? {});
  const all = [...lost, ...alsoLost];
  const fatal = all.find(([, , reference]) => reference.required);
  if (fatal) {
    task.missing.add(key);
    task.refused.push({ endpoint, key, reason: `its ${fatal[0]}, ${fatal[1]}, did not come along` });
    applied.refused += 1;
    return undefined;
  }
  for (const [field, gone] of all) lose(task, draft, field, gone);
  return { draft, id: String(idOf(task, key)), body, once };
}

const lose = (task: Task, { endpoint, key }: Draft, field: string, gone: string) =>
  task.refused.push({ endpoint, key, field, reason: `${gone} did not come along` });

/** A body with ids in place of references, and the references that lead nowhere. */
function resolveValues(task: Task, body: Row): [Row, [field: string, key: string, reference: Reference][]] {
  const lost: [string, string, Reference][] = [];
  const one = (field: string, reference: Reference): string | number | undefined => {
    if (!task.missing.has(reference.$ref)) return idOf(task, reference.$ref);
    lost.push([field, reference.$ref, reference]);
    return undefined;
  };
  const resolved = Object.entries(body).map(([field, value]): [string, unknown] => {
    if (isReference(value)) return [field, one(field, value) ?? null];
    if (!Array.isArray(value)) return [field, value];
    const list = value.map((item) => (isReference(item) ? one(field, item) : item));
    // Two that turned out to be one are named once.
    return [field, [...new Set(list.filter((item) => item !== undefined))]];
  });
  return [Object.fromEntries(resolved), lost];
}

/** The objects that are here of those wanted, by id. */
async function presentOf(api: Api, endpoint: string, wanted: Wanted[]): Promise<Map<string, Row>> {
  const present = new Map<string, Row>();
  if (wanted.length === 0) return present;
  const query = wanted.map(({ id }) => `id=${id}`).join('&');
  for await (const objects of api.list(endpoint, query))
    for (const object of objects) present.set(String(object.id), object);
  return present;
}

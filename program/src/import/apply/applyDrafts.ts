import type { Row } from '@plumbline/model';
import { type Draft, isReference, type Reference, referencesOf } from './draft';
import type { DraftStore } from './draftStore';
import { type Identity, identities as usualIdentities } from './identities';
import { findIdentity, type Known, rememberIdentity } from './known';
import type { Api } from './openApi';
import { orderEndpoints, relationOf } from './orderEndpoints';
import { sameJson, sameValue } from './sameValue';
import { type Refusal, writeAll } from './writeAll';

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
  /** Endpoints whose objects get ids from Plumbline alone. */
  numbered?: ReadonlySet<string>;
  /** By what objects are known that have another id; as usual unless said otherwise. */
  identities?: Readonly<Record<string, Identity>>;
  /** Told of every object that goes by another id than its key says. */
  knownAs?: (key: string, id: string) => void;
  progress: (endpoint: string, done: number, total: number) => void;
}

export interface Application {
  applied: Applied[];
  refused: RefusedDraft[];
}

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
    made: new Set(),
    refused: [],
  };
  const applied: Applied[] = [];
  for (const endpoint of endpoints) applied.push(await applyEndpoint(task, endpoint));
  for (const endpoint of endpoints) await fillLate(task, endpoint, applied.find((one) => one.endpoint === endpoint)!);
  return { applied, refused: task.refused };
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
  /** Keys of what was made just now, where relations of it have to wait. */
  made: Set<string>;
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
  for await (const chunk of inLevels(store, endpoint)) {
    await applyChunk(task, endpoint, chunk, isEmpty, applied);
    done += chunk.length;
    options.progress(endpoint, done, total);
  }
  return applied;
}

/** Chunks in which nothing refers to anything of the same chunk: what others of the same endpoint hang on comes first. */
async function* inLevels(store: DraftStore, endpoint: string): AsyncGenerator<Draft[]> {
  const own = store.edges().filter(({ from, to }) => from === endpoint && to === endpoint);
  const levels = own.length > 0 ? await levelsOf(store, endpoint, new Set(own.map(({ field }) => field))) : undefined;
  const highest = levels ? Math.max(0, ...levels.values()) : 0;
  for (let level = 0; level <= highest; level++) {
    let chunk: Draft[] = [];
    for await (const draft of store.of(endpoint)) {
      if (levels && (levels.get(draft.key) ?? 0) !== level) continue;
      chunk.push(draft);
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  }
}

/** How many objects of its own kind each hangs on, one by way of the other; those in a circle are where they are found. */
async function levelsOf(
  store: DraftStore,
  endpoint: string,
  fields: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const parents = new Map<string, string[]>();
  for await (const { key, body } of store.of(endpoint))
    parents.set(
      key,
      [...referencesOf(body)].filter(([field]) => fields.has(field)).map(([, { $ref }]) => $ref),
    );
  const levels = new Map<string, number>();
  const levelOf = (key: string, path: ReadonlySet<string>): number => {
    const found = levels.get(key);
    if (found !== undefined) return found;
    const below = (parents.get(key) ?? []).filter((parent) => parents.has(parent) && !path.has(parent));
    const level = Math.max(-1, ...below.map((parent) => levelOf(parent, new Set([...path, key])))) + 1;
    levels.set(key, level);
    return level;
  };
  for (const key of parents.keys()) levelOf(key, new Set([key]));
  return levels;
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
  for (const one of wanted) {
    const here = present.get(one.id);
    if (here) {
      const grows = identityOf(task, endpoint)?.grows ?? [];
      const rest = Object.fromEntries(Object.entries(one.body).filter(([field]) => !grows.includes(field)));
      const change = { ...changeOf(rest, here), ...growthOf(grows, one.body, here) };
      if (Object.keys(change).length > 0) changes.push([one, change]);
      else applied.same += 1;
    } else fresh.push(one);
  }
  await makeOrAdopt(task, endpoint, fresh, changes, applied);
  await change(task, endpoint, changes, applied);
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
    const found = identity && (await findIdentity(task.api, task.known, endpoint, identity, one.body));
    if (found?.name && making.has(found.name)) {
      again.push(one);
      continue;
    }
    if (found?.here) {
      rename(task, one.draft.key, found.here.id as string | number);
      const change = identity!.updates
        ? changeOf(one.body, found.here)
        : growthOf(identity!.grows ?? [], one.body, found.here);
      if (change) {
        Object.assign(found.here, change);
        changes.push([{ ...one, id: String(found.here.id) }, change]);
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

function rename({ ids, options }: Task, key: string, id: string | number): void {
  ids.set(key, id);
  options.knownAs?.(key, String(id));
}

async function make(task: Task, endpoint: string, toMake: Wanted[], applied: Applied): Promise<void> {
  const { api, options, known } = task;
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
  const { done, refusals } = await writeAll(api, 'POST', endpoint, bodies);
  for (const [index, object] of done) {
    const one = toMake[index]!;
    if (object.id !== one.id) rename(task, one.draft.key, object.id as string | number);
    const identity = identityOf(task, endpoint);
    if (identity) rememberIdentity(known, endpoint, identity, { ...one.body, id: object.id });
    applied.created += 1;
    if (hasLate(task, endpoint)) task.made.add(one.draft.key);
  }
  await options.made?.(
    endpoint,
    done.map(([index]) => toMake[index]!.id),
  );
  refuse(task, endpoint, toMake, refusals, applied);
}

async function change(task: Task, endpoint: string, changes: [Wanted, Row][], applied: Applied): Promise<void> {
  if (changes.length === 0) return;
  if (task.options.dryRun) {
    applied.changed += changes.length;
    return;
  }
  const bodies = changes.map(([{ id }, body]) => ({ id, ...body }));
  const { done, refusals } = await writeAll(task.api, 'PATCH', endpoint, bodies);
  // What was made in this run is not changed by what had to wait.
  applied.changed += done.filter(([index]) => !task.made.has(changes[index]![0].draft.key)).length;
  for (const { index, reason } of refusals) {
    const [one, body] = changes[index]!;
    applied.refused += 1;
    task.refused.push({ endpoint, key: one.draft.key, field: Object.keys(body).join(', '), reason });
  }
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
  const { store, options, late } = task;
  const fields = [...late].filter((one) => one.startsWith(`${endpoint} `)).map((one) => one.slice(endpoint.length + 1));
  if (fields.length === 0) return;
  let chunk: Draft[] = [];
  let done = 0;
  const flush = async () => {
    const wanted = chunk.flatMap((draft): Wanted[] => {
      if (task.missing.has(draft.key)) return [];
      const [body, lost] = resolveValues(task, pick(draft.body, fields));
      for (const [field, key] of lost) lose(task, draft, field, key);
      return [{ draft, id: String(idOf(task, draft.key)), body, once: {} }];
    });
    const present = await presentOf(task.api, endpoint, wanted);
    const changes = wanted.flatMap((one): [Wanted, Row][] => {
      const here = present.get(one.id);
      const difference = here && changeOf(one.body, here);
      return difference ? [[one, difference]] : [];
    });
    await change(task, endpoint, changes, applied);
    done += chunk.length;
    options.progress(`${endpoint} (relations)`, done, store.count(endpoint));
    chunk = [];
  };
  for await (const draft of store.of(endpoint)) {
    if (!fields.some((field) => holdsReference(draft.body[field]))) continue;
    chunk.push(draft);
    if (chunk.length === chunkSize) await flush();
  }
  if (chunk.length > 0) await flush();
}

const hasLate = ({ late }: Task, endpoint: string): boolean => [...late].some((one) => one.startsWith(`${endpoint} `));

const holdsReference = (value: unknown): boolean =>
  isReference(value) || (Array.isArray(value) && value.some(isReference));

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

/** What has to be sent so that an object here says what it should; undefined: nothing. */
function changeOf(body: Row, here: Row): Row | undefined {
  const change: Row = {};
  for (const [field, value] of Object.entries(body)) {
    if (field === 'custom_fields') {
      const shown = (here.custom_fields ?? {}) as Row;
      const different = Object.entries(value as Row).filter(([name, one]) => !sameCustomValue(shown[name], one));
      if (different.length > 0) change.custom_fields = Object.fromEntries(different);
    } else if (!sameValue(here[field], value)) change[field] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}

const sameCustomValue = (shown: unknown, wanted: unknown): boolean =>
  sameJson(shown ?? null, wanted ?? null) || sameValue(shown, wanted);

/** What is to be added to the lists of an object that is here. */
function growthOf(fields: string[], body: Row, here: Row): Row | undefined {
  const growth: Row = {};
  for (const field of fields) {
    const [has, wants] = [(here[field] ?? []) as unknown[], (body[field] ?? []) as unknown[]];
    if (wants.some((one) => !has.includes(one))) growth[field] = [...new Set([...has, ...wants])];
  }
  return Object.keys(growth).length > 0 ? growth : undefined;
}

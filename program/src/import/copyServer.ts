import { SentFile } from '@plumbline/http';
import { type Model, type Row, toKeep } from '@plumbline/model';
import { endpointOf, isDumpedInFull, readRow, Unreadable } from '@plumbline/upkeep';
import { allModels, changeLog } from '../dump/dumpEverything';
import { type Adapt, adaptWith, readNumbers } from './adapt';
import { copiedIds, type Incomplete, incompleteOf } from './incomplete';
import { linksFromObjects } from './linksFromObjects';
import { isSeenOnce, type Place, readList } from './readList';
import { Absent, Refused, Unusable } from './requests';
import { rounded, roundedFields } from './roundedFields';
import { addShortfall, type NewShortfall, type Shortfall } from './shortfalls';
import type { Source } from './source';
import type { CopyState, Spool } from './spool';
import { tagsAreNotShown, tagsByFilter } from './tagsByFilter';

export interface CopyOptions {
  /** Leave the change log out. */
  withoutChanges?: boolean;
  /** Whatever acts by itself arrives switched off. */
  paused?: boolean;
  /** Endpoints to leave out. */
  skip?: ReadonlySet<string>;
  /** Hears how many objects there are to be copied, as far as the server tells, and how many were before. */
  expect?: (objects: number, before: number) => void;
  progress: (part: string, done: number, total?: number) => void;
}

/**
 * The models whose objects a server can be asked for one by one; what it numbers itself is the same everywhere, or
 * means nothing here.
 */
export const copiedModels = (): Model[] =>
  allModels().filter((model) => model.endpoint && isDumpedInFull(model) && !isNumbered(model));

const isNumbered = ({ keyType, methods }: Model): boolean =>
  keyType === 'int' && methods.every((method) => method === 'GET');

/** The endpoints that can be named to be left out. */
export const skippable = (): string[] => copiedModels().map(endpointOf).sort();

interface Task {
  source: Source;
  file: string;
  spool: Spool;
  options: CopyOptions;
  adapt: Adapt;
  incomplete: Incomplete;
}

/** Copies all that a server tells into a file, from where an earlier attempt ended; what it does not tell is noted. */
export async function copyServer(source: Source, file: string, spool: Spool, options: CopyOptions): Promise<void> {
  const copied = new Set(copiedModels());
  const wanted = allModels().filter(
    (model) => !spool.state.done.includes(endpointOf(model)) && !(model.label === changeLog && options.withoutChanges),
  );
  if (wanted.length === 0) return;
  await source.greet();
  await foretell(
    source,
    wanted.filter((model) => copied.has(model)),
    spool,
    options,
  );
  const task: Task = {
    source,
    file,
    spool,
    options,
    adapt: adaptWith({ ...options, numbers: await numbersOf(source, spool, wanted, options) }),
    incomplete: incompleteOf(file, allModels(), () => spool.state.shortfalls),
  };
  for (const model of wanted) {
    if (copied.has(model)) await copyEndpoint(task, model);
    else if (!model.endpoint) await copyLinks(task, model);
    else await passOver(task, model);
  }
}

const countsAtATime = 4;

/** Tells how much there is to do; a list that does not say how long it is does not count. */
async function foretell(
  source: Source,
  models: Model[],
  { state }: Spool,
  { expect, skip }: CopyOptions,
): Promise<void> {
  if (!expect) return;
  let total = 0;
  const endpoints = models.map(endpointOf).filter((endpoint) => !skip?.has(endpoint));
  for (let at = 0; at < endpoints.length; at += countsAtATime) {
    const some = endpoints.slice(at, at + countsAtATime);
    total += sum(await Promise.all(some.map(async (one) => (await source.count(one).catch(tolerated)) ?? 0)));
  }
  expect(total, sum(endpoints.map((endpoint) => state.taken[endpoint] ?? 0)));
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Nothing, in place of an error that says that this one question has no answer; others are thrown. */
export function tolerated(error: unknown): undefined {
  if (error instanceof Refused || error instanceof Absent || error instanceof Unusable) return undefined;
  throw error;
}

/** The numbers of content types there, which only the change log holds; that they cannot be had is noted of that. */
async function numbersOf(
  source: Source,
  spool: Spool,
  wanted: readonly Model[],
  { skip }: CopyOptions,
): Promise<ReadonlyMap<number, string>> {
  const log = wanted.find(({ label }) => label === changeLog);
  if (!log || skip?.has(endpointOf(log))) return new Map();
  try {
    return await readNumbers(source);
  } catch (error) {
    tolerated(error);
    await note(spool, endpointOf(log), { part: 'the content types that it names by number', ...whyNot(error) });
    return new Map();
  }
}

async function copyEndpoint(task: Task, model: Model): Promise<void> {
  const { spool, options } = task;
  const endpoint = endpointOf(model);
  if (options.skip?.has(endpoint))
    return conclude(spool, endpoint, [{ reason: 'it was to be skipped', expected: true }]);
  try {
    await copyObjects(task, model);
  } catch (error) {
    tolerated(error);
    const why = whyNot(error);
    const rest = (await byIds(task, model, why.reason)) ?? [why];
    await conclude(spool, endpoint, rest);
  }
}

type Reason = Omit<NewShortfall, 'endpoint'>;

/** Why there is no answer, in the words of the error that says so; what a server does not have is not missed. */
const whyNot = (error: unknown): Reason => ({
  reason: (error as Error).message,
  expected: error instanceof Absent,
});

/** Notes what of an endpoint does not come along. */
const note = ({ state, append }: Spool, endpoint: string, reason: Reason): Promise<void> =>
  append([], { ...state, shortfalls: noting(state.shortfalls, endpoint, [reason]) });

/** Notes that an endpoint is done with, and what of it did not come along. */
async function conclude(spool: Spool, endpoint: string, reasons: Reason[]): Promise<void> {
  const { state } = spool;
  await spool.append([], {
    ...state,
    done: [...state.done, endpoint],
    shortfalls: noting(state.shortfalls, endpoint, reasons),
  });
}

const noting = (shortfalls: readonly Shortfall[], endpoint: string, reasons: Reason[]): Shortfall[] =>
  reasons.reduce<Shortfall[]>((all, reason) => addShortfall(all, { endpoint, ...reason }), [...shortfalls]);

async function copyObjects(task: Task, model: Model): Promise<void> {
  const { source, file, spool, options } = task;
  const endpoint = endpointOf(model);
  const from = spool.state.places[endpoint];
  // Where nothing can come twice, the ids of millions of objects need not be kept.
  let seen: Set<unknown> | undefined;
  const tags = await tagsOf(task, model);
  let last: Place | undefined;
  let length = 0;
  for await (const { objects, count, place, next } of readList(source, endpoint, from)) {
    if (!seen && !isSeenOnce(place)) seen = new Set(await copiedIds(file, endpoint));
    const fresh = objects.filter(({ id }) => !seen?.has(id));
    for (const { id } of fresh) seen?.add(id);
    await take(task, model, fresh, tags, (state) => ({
      ...state,
      places: next ? { ...state.places, [endpoint]: next } : state.places,
    }));
    options.progress(endpoint, spool.state.taken[endpoint] ?? 0, count);
    last = place;
    length = count;
  }
  // Whatever goes while a list is read moves what follows it to the front, past the place that is read next.
  const told = Math.max(length, last!.most ?? 0);
  const missing = Math.max(0, seen && !isSeenOnce(last!) ? told - seen.size : told - last!.offset);
  const rest =
    missing === 0
      ? []
      : ((await byIds(task, model, 'the server does not show it in the list')) ?? [
          { reason: 'the server does not show them in the list', count: missing },
        ]);
  await conclude(spool, endpoint, rest);
}

/**
 * Copies one by one the objects of an endpoint that are not there yet; undefined when not even their ids can be had.
 */
async function byIds(task: Task, model: Model, because: string): Promise<Reason[] | undefined> {
  const { source, file, options } = task;
  const endpoint = endpointOf(model);
  const ids = await source.ids(model).catch(tolerated);
  if (!ids) return undefined;
  const seen = await copiedIds(file, endpoint);
  const tags = await tagsOf(task, model);
  const reasons: Reason[] = [];
  let done = seen.size;
  for (const id of ids) {
    if (seen.has(id)) continue;
    try {
      await take(task, model, [await source.object(endpoint, id)], tags, (state) => state);
    } catch (error) {
      tolerated(error);
      if (!(error instanceof Absent)) reasons.push({ reason: `${because}, nor by itself`, count: 1, id });
    }
    options.progress(endpoint, ++done, ids.length);
  }
  return reasons;
}

/** Writes objects down, with what belongs to them, and notes what cannot come along. */
async function take(
  { source, spool, adapt, incomplete }: Task,
  model: Model,
  objects: Row[],
  tags: ReadonlyMap<unknown, string[]> | undefined,
  then: (state: CopyState) => CopyState,
): Promise<void> {
  const endpoint = endpointOf(model);
  const lines: string[] = [];
  const reasons: Reason[] = [];
  for (const given of objects) {
    const { object, hidden: own } = adapt(model, given);
    const { hidden: kept, files, lost } = await filesOf(source, model, object);
    const hidden = { ...own, ...kept, ...(tags && { tags: tags.get(object.id) ?? [] }) };
    const problem = await problemOf(incomplete, model, object, hidden);
    if (problem) {
      reasons.push({ ...problem, count: 1, id: object.id ?? null });
      continue;
    }
    for (const name of lost)
      reasons.push({ part: name, reason: 'the server does not give the file out', count: 1, id: object.id });
    for (const field of roundedFields(given))
      reasons.push({ part: `a whole number in ${field}`, reason: rounded, count: 1, id: object.id });
    reasons.push(...secretsOf(model, given));
    const tellsHidden = Object.keys(hidden).length > 0;
    const line: Said = { endpoint, object, ...(tellsHidden && { hidden }), ...(files && { files }) };
    lines.push(lineOf(line));
  }
  const { state } = spool;
  await spool.append(
    lines,
    then({
      ...state,
      taken: { ...state.taken, [endpoint]: (state.taken[endpoint] ?? 0) + lines.length },
      shortfalls: noting(state.shortfalls, endpoint, reasons),
    }),
  );
}

/** What a line says. */
interface Said {
  endpoint: string;
  object: Row;
  hidden?: Row;
  files?: Record<string, string>;
}

const lineOf = (line: Said): string => `${JSON.stringify(line)}\n`;

/** The tags of all objects of a model, where the objects do not show them. */
async function tagsOf(
  { source, file, spool }: Task,
  model: Model,
): Promise<ReadonlyMap<unknown, string[]> | undefined> {
  if (!tagsAreNotShown(model)) return undefined;
  try {
    return await tagsByFilter(source, file, model);
  } catch (error) {
    tolerated(error);
    const reason = `the server does not find objects by their tags: ${(error as Error).message}`;
    await note(spool, endpointOf(model), { part: 'tags', reason });
    return undefined;
  }
}

/** What cannot be told of an object because it is secret. */
const secretsOf = (model: Model, { id }: Row): Reason[] =>
  Object.entries(model.fields)
    .filter(([, { options }]) => options.withheldValue !== undefined)
    .map(([part]) => ({ part, reason: 'no server tells it', count: 1, id, expected: true }));

/** The files that an object names by their addresses, how its columns refer to them, and which cannot be had. */
async function filesOf(
  source: Source,
  model: Model,
  object: Row,
): Promise<{ hidden: Row; files?: Record<string, string>; lost: string[] }> {
  const hidden: Row = {};
  const files: Record<string, string> = {};
  const lost: string[] = [];
  for (const [name, field] of Object.entries(model.fields)) {
    const address = field.isFile ? object[name] : undefined;
    if (typeof address !== 'string' || address === '') continue;
    const bytes = await source.file(address);
    if (!bytes) {
      lost.push(name);
      continue;
    }
    const { reference, digest } = toKeep(new SentFile(nameIn(address), bytes));
    hidden[name] = reference;
    files[digest] = bytes.toString('base64');
  }
  return { hidden, lost, ...(Object.keys(files).length > 0 && { files }) };
}

const nameIn = (address: string): string => address.split(/[?#]/)[0]!.split('/').at(-1) ?? '';

/** Why an object cannot be here; passed over, it does not keep all others away. */
async function problemOf(
  incomplete: Incomplete,
  model: Model,
  object: Row,
  hidden: Row,
): Promise<{ reason: string; expected?: boolean } | undefined> {
  try {
    const lack = await incomplete.lackOf(model, readRow(model, object, hidden));
    return lack && { reason: lack.what, expected: lack.expected };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message };
    throw error;
  }
}

/** Copies the objects of a linking model, which has no endpoint, from what others tell of them. */
async function copyLinks(task: Task, model: Model): Promise<void> {
  const links = await linksFromObjects(task.file, model);
  if (links.length > 0) await take(task, model, links, undefined, (state) => state);
  await conclude(task.spool, endpointOf(model), []);
}

/** Notes of a model whose objects cannot be copied how many there are. */
async function passOver({ source, spool }: Task, model: Model): Promise<void> {
  const endpoint = endpointOf(model);
  if (isNumbered(model)) return;
  const count = await source.count(endpoint).catch(tolerated);
  const reason: Reason = { reason: 'a server does not tell all that belongs to it', count, expected: true };
  await conclude(spool, endpoint, count === 0 ? [] : [reason]);
}

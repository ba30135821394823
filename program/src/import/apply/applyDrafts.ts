import { groupedBy } from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import { change } from './change';
import { changeOf, growthOf } from './changes';
import { type Draft, referencesOf } from './draft';
import type { DraftStore } from './draftStore';
import { fillFiles, fillLate } from './fillLate';
import { inLevels } from './inLevels';
import { makeOrAdopt } from './makeOrAdopt';
import type { Api } from './openApi';
import { orderEndpoints } from './orderEndpoints';
import { presentOf } from './presentOf';
import { resolveDraft } from './resolveDraft';
import {
  type Applied,
  type ApplyOptions,
  chunkSize,
  identityOf,
  type RefusedDraft,
  type Task,
  type Wanted,
} from './task';

export interface Application {
  applied: Applied[];
  refused: RefusedDraft[];
  /** How many files were put on objects. */
  files: number;
}

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

async function applyEndpoint(task: Task, endpoint: string): Promise<Applied> {
  const { store, api, options } = task;
  const total = store.count(endpoint);
  const applied: Applied = { endpoint, wanted: total, created: 0, changed: 0, same: 0, known: 0, refused: 0 };
  const isEmpty = (await api.count(endpoint)) === 0;
  const waiting: [Wanted, Row][] = [];
  let done = 0;
  for await (const chunk of inLevels(store, endpoint, chunkSize)) {
    await applyChunk(task, endpoint, chunk, isEmpty, applied, waiting);
    done += chunk.length;
    options.progress(endpoint, done, total);
  }
  // One that came later may have had the name that these are to go by.
  for (let at = 0; at < waiting.length; at += chunkSize)
    await change(task, endpoint, waiting.slice(at, at + chunkSize), applied);
  return applied;
}

async function applyChunk(
  task: Task,
  endpoint: string,
  drafts: Draft[],
  isEmpty: boolean,
  applied: Applied,
  waiting: [Wanted, Row][],
): Promise<void> {
  const isNumbered = task.options.numbered?.has(endpoint) ?? false;
  const wanted = drafts.flatMap((draft) => {
    const one = resolveDraft(task, draft, applied);
    return one ? [one] : [];
  });
  const asked = isEmpty || isNumbered ? [] : wanted.map(({ id }) => id);
  const present = await presentOf(task.api, endpoint, asked);
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
  const parts = groupedBy(changes, waits);
  await change(task, endpoint, parts.get(false) ?? [], applied, waiting);
  const later = parts.get(true) ?? [];
  await makeOrAdopt(task, endpoint, fresh, later, applied);
  await change(task, endpoint, later, applied, waiting);
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

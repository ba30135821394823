import { type Draft, referencesOf } from './draft';
import type { DraftStore } from './draftStore';

/** Chunks in which nothing refers to anything of the same chunk: what others of the same endpoint hang on comes first. */
export async function* inLevels(store: DraftStore, endpoint: string, chunkSize: number): AsyncGenerator<Draft[]> {
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

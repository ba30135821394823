import type { Catalog, Model, Row } from '@plumbline/model';
import { RowCache } from '@plumbline/store';
import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { memoize } from '../core/kept/memoize';
import { perEngine } from '../core/kept/perEngine';
import { gatheredFields, namesAnything, type Representation } from '../plan/representation';
import type { Rendering, Written } from './properties';

/** Bytes of rows and their texts that a service remembers: some seven thousand interfaces. */
const cacheSize = 16 * 1024 * 1024;
/** The same of those inside others, which are fewer and come again and again. */
const nestedSize = 8 * 1024 * 1024;
/** What objects are shown by: the addresses that clients call a service by, each with the representations of what is nested. */
const mostLooks = 20;

const rowCacheOf = perEngine(() => new RowCache(cacheSize));
const nestedRowCacheOf = perEngine(() => new RowCache(nestedSize));

/** What a text is made from beside its row: the same object as long as all of it is the same. */
interface RenderContext {
  catalog: Catalog;
  /** What extensions go by. */
  goneBy: unknown[];
}

/** What is kept of how a row is shown. */
interface KeptText {
  look: RenderContext;
  text: string;
  /** The `ETag` of the object as this text shows it, where somebody has asked for it. */
  tag?: string;
}

/** Whether objects of a model are shown from their rows alone where nothing else is asked for. No secret is kept. */
const isShownFromRow = memoize(
  (model: Model): boolean =>
    !namesAnything(model) &&
    gatheredFields(model).every(([, { options }]) => options.optIn) &&
    Object.values(model.fields).every(({ kind }) => !kind.isSealed),
);

/** What remembers rows that are loaded to be shown like this; undefined: they are shown from more than their columns. */
export const rowCacheFor = (
  { engine, viewer }: UnitOfWork,
  model: Model,
  depth: number,
  { include, open, root, written }: Representation,
): RowCache | undefined => {
  if (depth > 0 || open || include || written || viewer || !isShownFromRow(model)) return undefined;
  return root ? rowCacheOf(engine) : nestedRowCacheOf(engine);
};

/** The texts of rows that were remembered. */
export interface KeptTexts {
  /** The text of a row that is as it was when that was kept. */
  textOf(row: Row): string | undefined;
  keep(row: Row, text: string): void;
}

/** The texts that are kept of rows in such a view of them. */
export function keptTexts(view: Rendering, model: Model, properties: Written[]): KeptTexts | undefined {
  const rowCache = rowCacheFor(view.work, model, view.depth, view.representation);
  if (!rowCache) return undefined;
  const look = lookOf(view.work, model, properties);
  return {
    textOf: (row) => {
      const shown = rowCache.madeOf<KeptText>(row);
      return shown?.look === look ? shown.text : undefined;
    },
    keep: (row, text) => rowCache.keep(row, { look, text } satisfies KeptText, text.length),
  };
}

/** The `ETag` of an object that is shown with this text: worked out once for as long as the text is kept. */
export function keptTag({ engine }: UnitOfWork, row: Row, text: string, workOut: () => string): string {
  const shown = rowCacheOf(engine).madeOf<KeptText>(row);
  if (shown?.text !== text) return workOut();
  shown.tag ??= workOut();
  return shown.tag;
}

const looksOf = perEngine(() => new WeakMap<Written[], LRUCache<string, RenderContext>>());

function lookOf({ engine, scope }: UnitOfWork, model: Model, properties: Written[]): RenderContext {
  const { catalog } = engine;
  const looks = looksOf(engine).get(properties) ?? new LRUCache<string, RenderContext>({ max: mostLooks });
  looksOf(engine).set(properties, looks);
  const goneBy = extensionsOf(engine)
    .keysOf(model)
    .map(({ value }) => (value.of === 'row' ? value.goesBy(engine, model) : undefined));
  const shownBy = `${scope.nestedRelations ?? ''} ${scope.base}`;
  const known = looks.get(shownBy);
  if (known?.catalog === catalog && known.goneBy.every((state, index) => state === goneBy[index])) return known;
  const look = { catalog, goneBy };
  looks.set(shownBy, look);
  return look;
}

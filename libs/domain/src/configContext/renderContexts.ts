import type { Gather, Row } from '@plumbline/model';
import { deepMerge, isObject } from './deepMerge';
import type { ContextsReply, Surroundings } from './messages';

/** Works out where objects belong, in their order, with the same few questions for any number of them. */
export type Surround = (rows: Row[], asking: Parameters<Gather>[1]) => Promise<Surroundings[]>;

/**
 * The contexts of objects: what applies to them by where they belong, and their local data above. Objects that belong
 * to the same are asked about once, and merged once.
 */
export const renderContexts =
  (surround: Surround): Gather =>
  async (rows, asking, visit) => {
    const keys = (await surround(rows, asking)).map((each) => JSON.stringify(each));
    const distinct = [...new Set(keys)];
    const { data, applied } = await asking.ask<ContextsReply>('extras.configcontext', 'applied', {
      surroundings: distinct.map((key) => JSON.parse(key)),
      ...(asking.viewer ? { viewer: asking.viewer } : {}),
    });
    const merged = new Map<string, Record<string, unknown>>();
    await visit(distinct, (key, index) => {
      merged.set(key, deepMerge(applied[index]!.map((number) => data[number]!)));
    });
    const values: unknown[] = [];
    await visit(rows, ({ local_config_context_data: local }, index) => {
      const common = merged.get(keys[index]!)!;
      values.push(isObject(local) ? deepMerge([common, local]) : common);
    });
    return values;
  };

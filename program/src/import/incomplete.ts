import type { Model, Row } from '@plumbline/model';
import { endpointOf } from '@plumbline/upkeep';
import { linesOf } from '../restore/dumpFile';
import type { Shortfall } from './shortfalls';

/** Tells which objects cannot be here, because what they cannot be without did not come along. */
export interface Incomplete {
  /** What a row lacks; undefined: nothing. */
  lackOf(model: Model, row: Row): Promise<{ what: string; expected: boolean } | undefined>;
}

/** Looks at the copy in `file` for the objects of kinds of which something did not come along. */
export function incompleteOf(
  file: string,
  models: readonly Model[],
  shortfalls: () => readonly Shortfall[],
): Incomplete {
  const byLabel = new Map<string, Model>(models.map((model) => [model.label, model]));
  const copied = new Map<string, Promise<ReadonlySet<unknown>>>();
  const idsOf = (endpoint: string) => {
    const known = copied.get(endpoint) ?? copiedIds(file, endpoint);
    copied.set(endpoint, known);
    return known;
  };
  return {
    lackOf: async (model, row) => {
      for (const [name, { stored, isRelation, options }] of Object.entries(model.fields)) {
        const target = stored && isRelation && !options.nullable && options.to ? byLabel.get(options.to) : undefined;
        if (!target || target === model) continue;
        const endpoint = endpointOf(target);
        const causes = shortfalls().filter((one) => one.endpoint === endpoint && isAboutObjects(one));
        if (causes.length === 0 || (await idsOf(endpoint)).has(row[name])) continue;
        return {
          what: `its ${name} is of ${endpoint}, and is not there`,
          expected: causes.every((one) => one.expected),
        };
      }
      return undefined;
    },
  };
}

/** Whether objects are missing, rather than a part of each. */
const isAboutObjects = ({ part }: Shortfall): boolean => part === undefined;

/** The ids of the objects of an endpoint that a copy holds. */
export async function copiedIds(file: string, endpoint: string): Promise<ReadonlySet<unknown>> {
  const ids = new Set<unknown>();
  const start = `{"endpoint":${JSON.stringify(endpoint)},`;
  for await (const { text } of linesOf(file))
    if (text.startsWith(start)) ids.add((JSON.parse(text) as { object: Row }).object.id);
  return ids;
}

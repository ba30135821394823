import type { App, Settings } from '@plumbline/config';
import { endpointOf } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { sql } from '@plumbline/store';
import { withDatabases } from '../start/with-databases';
import { copiedModels } from './copy-server';
import type { Source } from './source';

/** How many objects of an endpoint there are in either server. */
export interface Comparison {
  endpoint: string;
  there: number;
  here: number;
  /** Whether there may be more here: those who can sign in to this server stay. */
  mayBeMore: boolean;
}

/** Counts what was copied in both servers, now. */
export const compare = (
  settings: Settings,
  source: Source,
  endpoints: ReadonlySet<string>,
  log: Log,
): Promise<Comparison[]> =>
  withDatabases(settings, 'import', log, async (databases) => {
    const comparisons: Comparison[] = [];
    for (const model of copiedModels()) {
      const endpoint = endpointOf(model);
      const page = endpoints.has(endpoint) ? await source.page(endpoint, 0) : undefined;
      if (!page) continue;
      const row = await databases
        .get(model.app as App)!
        .first<{ n: number }>(sql.unsafe`SELECT count(*) AS n FROM ${sql.identifier([model.name])}`);
      const mayBeMore = Object.values(model.fields).some(({ options }) => options.untold !== undefined);
      comparisons.push({ endpoint, there: page.count, here: Number(row?.n), mayBeMore });
    }
    return comparisons;
  });

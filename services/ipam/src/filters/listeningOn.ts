import { problems } from '@plumbline/http';
import type { FilterRule } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Services that listen on a port; the last value counts. */
export const listeningOn: FilterRule = (values) => {
  const port = Number(values.at(-1)!.trim() || Number.NaN);
  if (!Number.isFinite(port)) throw problems.malformed('Enter a number.');
  return { condition: (column) => sql.fragment`${column('ports')} @> ${JSON.stringify(port)}::jsonb` };
};

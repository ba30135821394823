import { problems } from '@plumbline/http';
import { type FilterRule, readDecimal } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Services that listen on a port; the last value counts. */
export const listeningOn: FilterRule = (values) => {
  const port = readDecimal(values.at(-1)!);
  if (port === undefined) throw problems.malformed('Enter a number.');
  return { condition: (column) => sql.fragment`${column('ports')} @> to_jsonb(${port}::numeric)` };
};

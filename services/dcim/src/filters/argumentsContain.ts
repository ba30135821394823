import type { FilterRule } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Platforms whose arguments for NAPALM contain one of the texts, written as JSON, in any case. */
export const argumentsContain: FilterRule = (texts) => ({
  condition: (column) => sql.fragment`EXISTS (
    SELECT 1 FROM unnest(${sql.array([...texts], 'text')}) part WHERE position(lower(part) IN lower(${column('napalm_args')}::text)) > 0)`,
});

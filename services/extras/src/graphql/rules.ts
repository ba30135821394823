import type { Rule } from '@plumbline/model';
import { language } from './language';

/** A saved query must be GraphQL; whether there is what it asks for shows when it is run. */
export const queryCanBeRead: Rule = ({ row }) => {
  try {
    language().readQuery(String(row.query));
    return undefined;
  } catch (error) {
    return { query: [(error as Error).message] };
  }
};

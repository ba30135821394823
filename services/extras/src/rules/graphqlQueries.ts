import { readQuery } from '@plumbline/graphql';
import type { Rule } from '@plumbline/model';

/** A saved query must be GraphQL; whether there is what it asks for shows when it is run. */
export const queryCanBeRead: Rule = ({ row }) => {
  try {
    readQuery(String(row.query));
    return undefined;
  } catch (error) {
    return { query: [(error as Error).message] };
  }
};

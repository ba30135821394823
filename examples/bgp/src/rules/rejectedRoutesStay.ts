import type { Rule } from '@plumbline/model';

/** What is set of a route is set of one that is accepted. */
export const rejectedRoutesStay: Rule = ({ row }) => {
  const set = ['local_preference', 'multi_exit_disc', 'prepend'].find((field) => row[field] !== null);
  return row.action === 'reject' && set !== undefined
    ? { [set]: ['Nothing is set of a route that is rejected.'] }
    : undefined;
};

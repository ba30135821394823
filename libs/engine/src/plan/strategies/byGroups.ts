import { isAboutGroups, pageOfGroups } from './groupedOrder';
import type { Strategy } from './strategy';
import { fetchInTwoSteps } from './twoSteps';

/** A page of an order that falls into groups, and of all that some of these hold: group by group, until it is full. */
export const byGroups: Strategy = {
  name: 'by groups',
  fits: ({ listPlan: { twoSteps, groupedOrder }, criteria, limit }) =>
    limit !== undefined &&
    twoSteps !== undefined &&
    groupedOrder !== undefined &&
    isAboutGroups(criteria, groupedOrder),
  fetch: async ({ work, model, listPlan, condition, limit, offset, rowCache, count }) => {
    const ids = pageOfGroups(model, listPlan.groupedOrder!, condition, limit!, offset);
    return { rows: await fetchInTwoSteps({ work, model, listPlan, rowCache }, ids), count };
  },
};

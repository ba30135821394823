import { ask, type GrantSource } from '@plumbline/engine';
import type { Grants } from '@plumbline/http';

const keeper = { app: 'users', model: 'identity', verb: 'permissions' };

/** What users may do is asked of the application that keeps accounts. */
export const grants: GrantSource = {
  of: (work, userId) => ask<Grants>(work, keeper.app, keeper.model, keeper.verb, { userId }),
  asks: [keeper],
};

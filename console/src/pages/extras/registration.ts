import type { Registration } from '../registration';

/** What the models of extras have beside what is made of their descriptions. */
export const extras: Registration = {
  models: {},
  pages: [],
};

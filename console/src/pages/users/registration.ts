import type { Registration } from '../registration';

/** What the models of users have beside what is made of their descriptions. */
export const users: Registration = {
  models: {},
  pages: [],
};

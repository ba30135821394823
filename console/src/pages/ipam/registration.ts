import type { Registration } from '../registration';

/** What the models of ipam have beside what is made of their descriptions. */
export const ipam: Registration = {
  models: {},
  pages: [],
};

import type { Registration } from '../registration';

/** What the models of dcim have beside what is made of their descriptions. */
export const dcim: Registration = {
  models: {},
  pages: [],
};

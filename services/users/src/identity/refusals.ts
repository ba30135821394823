import { problems } from '@plumbline/http';

/** Why somebody is not let in, in the words clients know (docs/contract/requests.md). */
export const refusals = {
  unknownToken: () => problems.forbidden('Invalid token'),
  tokenExpired: () => problems.forbidden('Token expired'),
  userInactive: () => problems.forbidden('User inactive'),
  wrongPassword: () => problems.forbidden('Invalid username/password.'),
  sessionOver: () => problems.forbidden('Authentication credentials were not provided.'),
};

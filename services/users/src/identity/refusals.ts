import { problems } from '@plumbline/http';

/** Why somebody is not let in, in the words clients know (docs/contract/requests.md). */
export const refusals = {
  unknownToken: () => problems.forbidden('Invalid token'),
  tokenExpired: () => problems.forbidden('Token expired'),
  userInactive: () => problems.forbidden('User inactive'),
  wrongPassword: () => problems.forbidden('Invalid username/password.'),
  needsFactor: () =>
    problems.forbidden('This account needs a second factor. Make an API token at the sign-in page of the browser.'),
  sessionOver: () => problems.forbidden('Authentication credentials were not provided.'),
};

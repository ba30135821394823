import { problems } from '@plumbline/http';

/** Why somebody is not let in who has shown who they are elsewhere; in words for them. */
export const signInRefusals = {
  unknownMethod: () => problems.notFound(),
  notProven: (label: string) => problems.forbidden(`${label} did not confirm who you are. Begin anew.`),
  outdated: () => problems.forbidden('This attempt to sign in is over, or was begun in another browser. Begin anew.'),
  notInGroup: () => problems.forbidden('You are in none of the groups that may sign in here.'),
  groupsUntold: () =>
    problems.forbidden(
      'Nothing says which groups you are in, and only some may sign in here: a token needs to tell them.',
    ),
  noAccount: () => problems.forbidden('You have no account here, and none is made at the first sign-in.'),
  noName: () => problems.forbidden('Nothing says what your account here would be called.'),
  nameTaken: (username: string) =>
    problems.forbidden(`There is an account ${username} here that belongs to another way of signing in.`),
  unfit: (username: string) => problems.forbidden(`No account can be made for ${username}: the name does not do here.`),
  badToken: () => problems.forbidden('Invalid token'),
  tokenExpired: () => problems.forbidden('Token expired'),
  wrongCode: () => problems.forbidden('That code is not right, or was used already.'),
};

import { type Definition, headerText, text, wholeNumber, word } from '../definition';
import { knownAs, knownOfSuperuser } from '../knownNames';
import { signInMethods, signInNames } from '../signIn';

/** What the name of any user is made of. */
export const usernamePattern = /^[\p{L}\p{N}_.@+-]+$/u;

/** Who may sign in, how, and for how long. */
export const accounts = {
  secretKey: {
    variable: 'PLUMBLINE_SECRET_KEY',
    known: knownAs('NAUTOBOT_SECRET_KEY'),
    meaning:
      'All keys are made from it; at least 32 characters, the same for all processes. Or the keys of one part, as `plumbline keys` prints them.',
    otherwise: 'made once and kept in the data folder',
    schema: text(32),
    isSecret: true,
  },
  superuserName: {
    variable: 'PLUMBLINE_SUPERUSER_NAME',
    readBy: 'users',
    known: knownOfSuperuser('NAUTOBOT_SUPERUSER_NAME'),
    meaning: 'Name of the first administrator.',
    fallback: 'admin',
    schema: text(1, 150).regex(usernamePattern, 'have only letters, numbers and @ . + - _'),
  },
  superuserEmail: {
    variable: 'PLUMBLINE_SUPERUSER_EMAIL',
    readBy: 'users',
    known: knownOfSuperuser('NAUTOBOT_SUPERUSER_EMAIL'),
    meaning: 'Email address of the first administrator.',
    otherwise: 'none',
    schema: text(1, 254).regex(/^[^\s@]+@[^\s@]+$/, 'be an email address'),
  },
  superuserPassword: {
    variable: 'PLUMBLINE_SUPERUSER_PASSWORD',
    readBy: 'users',
    known: knownOfSuperuser('NAUTOBOT_SUPERUSER_PASSWORD'),
    meaning: 'Password of the first administrator.',
    otherwise: 'made up, and printed at each start until it was used',
    schema: text(),
    isSecret: true,
  },
  superuserApiToken: {
    variable: 'PLUMBLINE_SUPERUSER_API_TOKEN',
    readBy: 'users',
    known: knownOfSuperuser('NAUTOBOT_SUPERUSER_API_TOKEN'),
    meaning: 'API token of the first administrator; exactly 40 characters.',
    otherwise: 'made up, and printed at each start until it was used',
    schema: headerText(40, 40),
    isSecret: true,
  },
  signIn: {
    variable: 'PLUMBLINE_SIGN_IN',
    readBy: 'users',
    known: signInNames,
    meaning:
      'Ways of signing in beside local accounts, in YAML or JSON: OpenID Connect, LDAP, SAML, a proxy’s headers (guides/sign-in.md). For the users service alone.',
    otherwise: 'local accounts only',
    schema: signInMethods(),
    isSecret: true,
  },
  localSignIn: {
    variable: 'PLUMBLINE_LOCAL_SIGN_IN',
    readBy: 'users',
    meaning:
      'Whose passwords that are kept here count, at the sign-in page and with Basic: everybody, superusers or nobody. API tokens are not concerned.',
    fallback: 'everybody',
    schema: word(['everybody', 'superusers', 'nobody']),
  },
  secondFactor: {
    variable: 'PLUMBLINE_SECOND_FACTOR',
    readBy: 'users',
    meaning:
      'Who has to show a second factor after a password that is kept here: optional (whoever has set one up), superusers or everybody. Those without one set it up as they sign in.',
    fallback: 'optional',
    schema: word(['optional', 'superusers', 'everybody']),
  },
  passwordLength: {
    variable: 'PLUMBLINE_PASSWORD_LENGTH',
    readBy: 'users',
    meaning: 'Characters a new password must have at least.',
    fallback: '1',
    schema: wholeNumber(1, 128),
  },
  passwordStrength: {
    variable: 'PLUMBLINE_PASSWORD_STRENGTH',
    readBy: 'users',
    meaning:
      'How hard a new password must be to guess, in the scores of zxcvbn: 0 takes any, 1 refuses the commonest, 3 wants 10^8 guesses, 4 10^10.',
    fallback: '0',
    schema: wholeNumber(0, 4),
  },
  sessionSeconds: {
    variable: 'PLUMBLINE_SESSION_SECONDS',
    readBy: 'users',
    known: knownAs('NAUTOBOT_SESSION_COOKIE_AGE'),
    meaning: 'Seconds after which a browser has to sign in again.',
    fallback: '1209600',
    schema: wholeNumber(60, 31_536_000),
  },
  sessionIdleSeconds: {
    variable: 'PLUMBLINE_SESSION_IDLE_SECONDS',
    readBy: 'users',
    meaning:
      'Seconds without a request after which a browser has to sign in again, to the minute; 0 lets sessions idle.',
    fallback: '0',
    schema: wholeNumber(0, 31_536_000).refine((seconds) => seconds === 0 || seconds >= 300, 'be 0, or 300 at least'),
  },
} satisfies Record<string, Definition<unknown>>;

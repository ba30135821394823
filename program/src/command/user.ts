import { type Arguments, exitCodes, readArguments, UsageError } from '@plumbline/command';
import { demandSecretKey, readSettings } from '@plumbline/config';
import { systemScope, type UnitOfWork, unitOfWork as workOf } from '@plumbline/engine';
import type { TokenShown } from '@plumbline/http';
import { createLog } from '@plumbline/log';
import {
  addToken,
  addUser,
  allUsers,
  changeUser,
  newKey,
  removeFactors,
  revokeToken,
  tokensOf,
  type UserShown,
  type UserWanted,
  userNamed,
} from '@plumbline/service-users';
import { demandInstallation } from '../start/demandInstallation';
import { withServices } from '../start/withServices';
import { asSentences } from './problemText';
import { readNewPassword } from './readPassword';
import { suggestion } from './suggestion';
import { textTable } from './textTable';

/** Work with the users service; a new one each time, since people take their time at prompts. */
type Begin = () => UnitOfWork;

/** A kind of `plumbline user …`: the arguments it takes, and what it does. */
interface Task {
  flags?: string[];
  values?: string[];
  /** It is about one user, whose name comes first. */
  named: boolean;
  /** Throws what is wrong with the arguments, before anything is opened. */
  check?(name: string, given: Arguments): void;
  run(begin: Begin, name: string, given: Arguments): Promise<void>;
}

const names = ['email', 'first-name', 'last-name'];
const switches: readonly [flag: string, field: keyof UserWanted, value: boolean][] = [
  ['superuser', 'is_superuser', true],
  ['no-superuser', 'is_superuser', false],
  ['staff', 'is_staff', true],
  ['no-staff', 'is_staff', false],
  ['active', 'is_active', true],
  ['inactive', 'is_active', false],
];

const tasks: Record<string, Task> = {
  list: { named: false, flags: ['json'], run: listUsers },
  add: { named: true, flags: ['superuser', 'staff', 'inactive', 'no-password'], values: names, run: add },
  change: { named: true, flags: switches.map(([flag]) => flag), values: names, check: checkChange, run: change },
  password: { named: true, run: setPassword },
  'reset-factors': { named: true, run: resetFactors },
  token: {
    named: true,
    flags: ['read-only', 'list', 'json'],
    values: ['description', 'expires', 'revoke'],
    check: (_, { values }) => void momentOf(values.get('expires')),
    run: token,
  },
};

/** Looks after users from the machine itself, for administrators; Plumbline may be running. */
export async function user([first, ...others]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const task = Object.hasOwn(tasks, first ?? '') ? tasks[first!]! : refuseTask(first);
  const given = readArguments(others, { ...task, mayBeEmpty: names });
  const [name, ...more] = given.words;
  if (task.named ? name === undefined || more.length > 0 : name !== undefined)
    throw new UsageError(
      `Say ${task.named ? 'which user' : 'no more than that'}: plumbline user ${first}${task.named ? ' NAME' : ''}. plumbline help user tells the rest.`,
    );
  task.check?.(name ?? '', given);
  const settings = await demandInstallation(readSettings(env, given.rest), demandSecretKey);
  const log = createLog({ name: 'user', level: 'error', destination: process.stderr });
  await withServices(settings, 'user', log, async (engines) => {
    const begin = () => ({ ...workOf(engines.get('users')!, systemScope()), unawaited: true });
    try {
      await task.run(begin, name ?? '', given);
    } catch (error) {
      throw asSentences(error);
    }
  });
  return exitCodes.done;
}

function refuseTask(first: string | undefined): never {
  const known = Object.keys(tasks);
  throw new UsageError(
    first === undefined || first.startsWith('-')
      ? `Say what is to be done: plumbline user ${known.join('|')}. plumbline help user tells more.`
      : `There is no "plumbline user ${first}"${suggestion(first, known)} All there are: ${known.join(', ')}.`,
  );
}

async function listUsers(begin: Begin, _name: string, { flags }: Arguments): Promise<void> {
  const users = await allUsers(begin());
  if (flags.has('json')) tellJson(users);
  else process.stdout.write(textTable(userColumns, users.map(userCells)));
}

const userColumns = [
  'NAME',
  'FULL NAME',
  'EMAIL',
  'SUPERUSER',
  'STAFF',
  'ACTIVE',
  'PASSWORD',
  'TOKENS',
  'LAST SIGN-IN',
];

const userCells = (shown: UserShown): string[] => [
  shown.username,
  [shown.first_name, shown.last_name].filter(Boolean).join(' '),
  shown.email,
  yesOrNo(shown.is_superuser),
  yesOrNo(shown.is_staff),
  yesOrNo(shown.is_active),
  yesOrNo(shown.has_password),
  String(shown.tokens),
  shown.last_login === null ? 'never' : minuteOf(shown.last_login),
];

async function add(begin: Begin, name: string, given: Arguments): Promise<void> {
  if (await userNamed(begin(), name)) throw new Error(`There is a user ${name} already.`);
  const password = given.flags.has('no-password') ? {} : { password: await readNewPassword(name) };
  await addUser(begin(), { username: name, ...wanted(given), ...password });
  tell(`${name} was added.`);
}

function checkChange(name: string, given: Arguments): void {
  const changes = wanted(given);
  if (Object.keys(changes).length === 0)
    throw new UsageError(`Say what is to be changed of ${name}. plumbline help user tells what can be.`);
}

async function change(begin: Begin, name: string, given: Arguments): Promise<void> {
  const { id } = await demandUser(begin(), name);
  await changeUser(begin(), id, wanted(given));
  tell(`${name} was changed.`);
  if (!(await allUsers(begin())).some(({ is_superuser, is_active }) => is_superuser && is_active))
    process.stderr.write(
      'Nobody who is active is a superuser now: plumbline user change NAME --superuser --active makes somebody one.\n',
    );
}

async function setPassword(begin: Begin, name: string): Promise<void> {
  const { id } = await demandUser(begin(), name);
  await changeUser(begin(), id, { password: await readNewPassword(name) });
  tell(`The password of ${name} was set; whoever was signed in as ${name} has to sign in anew.`);
}

async function resetFactors(begin: Begin, name: string): Promise<void> {
  const { id } = await demandUser(begin(), name);
  const count = await removeFactors(begin(), id);
  tell(
    count === 0
      ? `${name} has no second factor.`
      : `${name} signs in with the password alone until a factor is set up.`,
  );
}

async function token(begin: Begin, name: string, { flags, values }: Arguments): Promise<void> {
  const owner = await demandUser(begin(), name);
  const revoked = values.get('revoke');
  if (revoked !== undefined) {
    if (!(await tokensOf(begin(), owner.id)).some(({ id }) => id === revoked))
      throw new Error(`${name} has no token ${revoked}. plumbline user token ${name} --list shows those there are.`);
    await revokeToken(begin(), owner, revoked);
    tell('The token was revoked.');
  } else if (flags.has('list')) {
    const tokens = await tokensOf(begin(), owner.id);
    if (flags.has('json')) tellJson(tokens);
    else process.stdout.write(textTable(tokenColumns, tokens.map(tokenCells)));
  } else {
    const key = newKey();
    const [description, expires] = [values.get('description'), values.get('expires')];
    await addToken(begin(), owner, {
      key,
      ...(description === undefined ? {} : { description }),
      ...(expires === undefined ? {} : { expires: momentOf(expires)! }),
      write_enabled: !flags.has('read-only'),
    });
    if (!owner.is_active) process.stderr.write(`${name} is not active: the token is refused until that changes.\n`);
    process.stderr.write(`The new API token of ${name}, shown this once:\n`);
    tell(key);
  }
}

const tokenColumns = ['ID', 'KEY', 'DESCRIPTION', 'WRITES', 'CREATED', 'EXPIRES'];

const tokenCells = (shown: TokenShown): string[] => [
  shown.id,
  `…${shown.key_ending}`,
  shown.description,
  yesOrNo(shown.write_enabled),
  minuteOf(shown.created),
  shown.expires === null ? 'never' : `${minuteOf(shown.expires)}${shown.expired ? ' (over)' : ''}`,
];

async function demandUser(
  work: UnitOfWork,
  name: string,
): Promise<Exclude<Awaited<ReturnType<typeof userNamed>>, undefined>> {
  const found = await userNamed(work, name);
  if (found) return found;
  const known = (await allUsers(work)).map(({ username }) => username);
  throw new Error(`There is no user ${name}${suggestion(name, known)} All there are: plumbline user list`);
}

function wanted({ flags, values }: Arguments): UserWanted {
  const given = switches.filter(([flag]) => flags.has(flag));
  for (const [flag, field] of given)
    if (given.some(([other, same]) => same === field && other !== flag))
      throw new UsageError(`--${flag} and its opposite cannot both be meant.`);
  return {
    ...Object.fromEntries(given.map(([, field, value]) => [field, value])),
    ...Object.fromEntries(
      names.filter((name) => values.has(name)).map((name) => [name.replace('-', '_'), values.get(name)]),
    ),
  };
}

const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** A moment as the API takes it: of a date its first, of `30d` the one so far from now. */
function momentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([dhm])$/.exec(text) ?? [];
  const moment =
    count === undefined
      ? text.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00Z')
      : new Date(Date.now() + Number(count) * units[unit!]!).toISOString();
  const at = Date.parse(moment);
  if (Number.isNaN(at))
    throw new UsageError(
      `--expires takes a moment (2030-01-31, 2030-01-31T12:00:00Z) or a time from now (30d, 12h), not "${text}".`,
    );
  if (at <= Date.now()) throw new UsageError(`With --expires=${text} the token would be over already.`);
  return moment;
}

/** `2030-01-31 12:00` of a moment, in universal time. */
const minuteOf = (moment: string): string => new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const tellJson = (value: unknown): void => tell(JSON.stringify(value, null, 2));

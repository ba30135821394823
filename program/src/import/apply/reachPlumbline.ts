import { listenBriefly } from '@plumbline/command';
import { gatewayAddress, type Settings } from '@plumbline/config';
import { systemScope, type UnitOfWork, unitOfWork as workOf } from '@plumbline/engine';
import type { TokenShown } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { addToken, allUsers, newKey, revokeToken, tokensOf, userNamed } from '@plumbline/service-users';
import { anyAtWork } from '../../dump/consistentSnapshots';
import { withRoles } from '../../restore/readyDatabases';
import { provideServer } from '../../start/provideServer';
import { runAll } from '../../start/runAll';
import { withServices } from '../../start/withServices';
import { type Api, openApi } from './openApi';

/** Where objects are to go. */
export interface Destination {
  /** The address of a Plumbline, with a token of a superuser; absent: this machine's own. */
  url?: string | undefined;
  token?: string | undefined;
  /** Who the changes are by, on this machine's own; absent: the first superuser. */
  user?: string | undefined;
}

const description = 'plumbline import';
const aDay = 24 * 60 * 60 * 1000;

/**
 * Works with the API of a Plumbline: the one at an address, or the one of these settings, which is started for as long
 * as the work takes where it is not running.
 */
export async function withPlumbline<T>(
  settings: Settings,
  destination: Destination,
  log: Log,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  if (destination.url) return work(openApi(destination.url, destination.token ?? ''));
  // One for everything below: a process is given the embedded database once.
  const server = await provideServer(settings, log);
  try {
    const own = server.url === undefined ? settings : { ...settings, databaseUrl: server.url };
    return await onThisMachine(own, destination.user, log, work);
  } finally {
    await server.stop();
  }
}

async function onThisMachine<T>(
  settings: Settings,
  user: string | undefined,
  log: Log,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  if (await withRoles(settings, 'import', log, anyAtWork))
    return withToken(settings, user, log, async (token) => work(openApi(await runningHere(settings, token), token)));
  const { url, stop } = await startHere(settings, log);
  try {
    return await withToken(settings, user, log, (token) => work(openApi(url, token)));
  } finally {
    await stop();
  }
}

interface Here {
  url: string;
  stop(): Promise<void>;
}

/** Where the Plumbline on these databases answers; one that does not know their tokens is another one. */
async function runningHere(settings: Settings, token: string): Promise<string> {
  const url = gatewayAddress(settings);
  const answer = await fetch(`${url}/api/status/`, {
    headers: { authorization: `Token ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer?.ok) return url;
  throw new Error(
    `Plumbline is running on these databases, and does not answer at ${url}. Say where it does: --into URL --into-token TOKEN`,
  );
}

/** Starts everything but workers, for this process alone. */
async function startHere(settings: Settings, log: Log): Promise<Here> {
  const port = await listenBriefly({ host: '127.0.0.1', port: 0 });
  const running = await runAll({ ...settings, host: '127.0.0.1', port, workers: 0 }, log);
  return { url: running.address!, stop: running.stop };
}

/** Does the work with a token that is made for it, and is gone afterwards. */
async function withToken<T>(
  settings: Settings,
  name: string | undefined,
  log: Log,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const inUsers = <R>(task: (begin: () => UnitOfWork) => Promise<R>): Promise<R> =>
    withServices(settings, 'import', log, (engines) =>
      task(() => ({ ...workOf(engines.get('users')!, systemScope()), unawaited: true })),
    );
  const key = newKey();
  const [owner, token] = await inUsers(async (begin) => {
    const found =
      name === undefined
        ? (await allUsers(begin())).find((one) => one.is_superuser && one.is_active)
        : await userNamed(begin(), name);
    if (!found?.is_superuser || !found.is_active)
      throw new Error(
        name === undefined
          ? 'There is no active superuser in whose name to import. Add one: plumbline user add NAME --superuser'
          : `${name} is no active superuser. Name one: --user NAME`,
      );
    const owner = (await userNamed(begin(), found.username))!;
    await forgetTokens(begin, owner, ({ expired }) => expired);
    const expires = new Date(Date.now() + aDay).toISOString();
    const made = await addToken(begin(), owner, { key, description, expires, write_enabled: true });
    return [owner, made.id] as const;
  });
  try {
    return await work(key);
  } finally {
    await inUsers((begin) => forgetTokens(begin, owner, ({ id }) => id === token));
  }
}

/** Revokes those of the tokens of imports: what others that go on now have is theirs, that of those cut off expires. */
async function forgetTokens(
  begin: () => UnitOfWork,
  owner: NonNullable<Awaited<ReturnType<typeof userNamed>>>,
  isDone: (token: TokenShown) => boolean,
): Promise<void> {
  for (const token of await tokensOf(begin(), owner.id))
    if (token.description === description && isDone(token)) await revokeToken(begin(), owner, token.id);
}

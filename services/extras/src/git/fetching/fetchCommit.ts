import { guardedAgents, OutgoingError, readAllowed } from '@plumbline/outgoing';
import git, { type HttpClient, type PromiseFsClient } from 'isomorphic-git';
import { gitLimits } from '../limits';
import type { FetchOrder } from '../messages';
import { remoteAddress } from '../remoteAddress';
import { FetchProblem } from './fetchProblem';
import { guardedHttp } from './guardedHttp';
import { impatient } from './impatient';
import { memoryFiles } from './memoryFiles';

/** A commit with everything in it and nothing before it, kept in memory. */
export interface Commit {
  oid: string;
  fs: PromiseFsClient;
  gitdir: string;
  cache: object;
}

const gitdir = '/git';

/** Where git believes to be when it speaks through something else than HTTP; nothing is ever sent there. */
const elsewhere = 'https://ssh.invalid/repository';

interface Transport {
  /** The address as git is told it. */
  url: string;
  http: HttpClient;
  end(): void;
}

/** Whatever carries what git has to say to where the repository is. */
async function transportTo({ url, username, password, key, knownHosts, allowed }: FetchOrder): Promise<Transport> {
  const remote = remoteAddress(url);
  if (remote?.transport === 'ssh') {
    // Loaded where it is needed: it takes as long as all that HTTP needs.
    const { sshTransport } = await import('./sshTransport.js');
    const access = { username, key, passphrase: password, knownHosts };
    const ssh = sshTransport(remote, access, readAllowed(allowed), gitLimits.received);
    return { url: elsewhere, http: ssh, end: () => ssh.end() };
  }
  const agents = guardedAgents(readAllowed(allowed));
  return { url, http: guardedHttp(agents, gitLimits.received), end: () => agents.destroy() };
}

/** Fetches the last commit of a branch (or tag). Hooks, submodules and working files take no part in it. */
export async function fetchCommit(order: FetchOrder): Promise<Commit> {
  const { branch, username, password } = order;
  const fs = memoryFiles();
  const cache = {};
  const { url, http: spoken, end } = await transportTo(order);
  const http = impatient(spoken, {
    greeting: order.greeting ?? gitLimits.greeting,
    patience: order.patience ?? gitLimits.patience,
  });
  const isSecret = username !== undefined || password !== undefined;
  try {
    await git.init({ fs, dir: '/', gitdir, defaultBranch: 'main' });
    await git.addRemote({ fs, gitdir, remote: 'origin', url });
    const { fetchHead } = await git.fetch({
      fs,
      gitdir,
      cache,
      url,
      http,
      ref: branch,
      remoteRef: branch,
      depth: 1,
      singleBranch: true,
      tags: false,
      onAuth: () => (isSecret ? { username: username ?? '', password: password ?? '' } : { cancel: true }),
      onAuthFailure: () => ({ cancel: true }),
    });
    if (!fetchHead) throw new FetchProblem('The repository is empty.');
    const { oid } = await git.readCommit({ fs, gitdir, cache, oid: fetchHead });
    return { oid, fs, gitdir, cache };
  } catch (error) {
    throw http.givenUp() ?? told(error, branch, isSecret);
  } finally {
    end();
  }
}

/** What went wrong in words that give away nothing of the address or of what it was asked with. */
function told(error: unknown, branch: string, isSecret: boolean): Error {
  if (error instanceof FetchProblem) return error;
  if (error instanceof OutgoingError) return new FetchProblem(error.message);
  const { code, data } = error as { code?: string; data?: { statusCode?: number; what?: string } };
  switch (code) {
    case 'NotFoundError':
      return new FetchProblem(
        data?.what === branch ? `There is no branch or tag "${branch}".` : 'What the server sent cannot be read.',
      );
    case 'UserCanceledError':
      return new FetchProblem(
        isSecret ? 'The server does not accept the name and token.' : 'The server asks for a name and a token.',
      );
    case 'HttpError':
      return data?.statusCode === 401 || data?.statusCode === 403
        ? new FetchProblem('The server does not let anybody in who asks like this.')
        : new FetchProblem(`The server answers with the status ${data?.statusCode}.`);
    default:
      return new FetchProblem(`The repository cannot be fetched${code ? ` (${code})` : ''}.`);
  }
}

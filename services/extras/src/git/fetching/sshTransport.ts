import { type Allowed, guardedSocket, OutgoingError } from '@plumbline/outgoing';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { Client, type ClientChannel, type ConnectConfig, utils } from 'ssh2';
import type { RemoteAddress } from '../remoteAddress';
import { FetchProblem } from './fetchProblem';
import { fingerprint, knownKeys, signaturesOf } from './knownHosts';
import { withHead } from './withHead';

/** What a host is asked with over SSH, and how it is known. */
export interface SshAccess {
  username: string | undefined;
  key: string | undefined;
  passphrase: string | undefined;
  /** The text of a file in the form of `known_hosts`. */
  knownHosts: string | undefined;
}

/** Takes the place of HTTP where git is spoken; whoever has it ends it. */
export interface SshTransport extends HttpClient {
  end(): void;
}

/** Milliseconds until a host has shown who it is and let us in. */
const longestGreeting = 30_000;

/** Most servers of repositories know everybody by this name and tell people by their keys. */
const usualUser = 'git';

/**
 * Speaks git over SSH: what would be asked in two requests over HTTP are the two halves of one conversation with
 * `git-upload-pack`. Nothing of this machine takes part: neither a program nor an agent, configuration, keys or known
 * hosts of a user. Only the key that was given is shown, only to a host that shows a key it is known by.
 */
export function sshTransport(
  remote: RemoteAddress & { transport: 'ssh' },
  access: SshAccess,
  allowed: Allowed,
  mostBytes: number,
): SshTransport {
  const client = new Client();
  let conversation: AsyncIterator<Buffer> | undefined;
  let channel: ClientChannel | undefined;
  let received = 0;
  let rest: Buffer = Buffer.alloc(0);

  /** Reads until so many bytes are there; undefined where the conversation ends before. */
  async function take(length: number): Promise<Buffer | undefined> {
    while (rest.length < length) {
      const piece = await next();
      if (!piece) return undefined;
      rest = Buffer.concat([rest, piece]);
    }
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  async function next(): Promise<Buffer | undefined> {
    const { done, value } = await conversation!.next();
    if (done) return undefined;
    received += value.length;
    if (received > mostBytes) throw new OutgoingError(`The repository is larger than ${mostBytes} bytes.`);
    return value;
  }

  /** What the server has, as it says it first: lines up to an empty one. */
  async function advertisement(): Promise<Buffer> {
    const lines: Buffer[] = [];
    for (;;) {
      const head = await take(4);
      if (!head) throw nothingThere();
      const length = Number.parseInt(head.toString('latin1'), 16);
      if (!(length === 0 || length >= 4)) throw new FetchProblem('What answers over SSH does not speak git.');
      const line = length === 0 ? Buffer.alloc(0) : await take(length - 4);
      if (!line) throw nothingThere();
      lines.push(head, line);
      if (length === 0) return Buffer.concat(lines);
    }
  }

  async function* pack(): AsyncIterableIterator<Uint8Array> {
    yield rest;
    for (let piece = await next(); piece; piece = await next()) yield piece;
  }

  async function* only(content: Buffer): AsyncIterableIterator<Uint8Array> {
    yield content;
  }

  return {
    request: async ({ url, method = 'GET', body }: GitHttpRequest): Promise<GitHttpResponse> => {
      const answer = (type: string, content: AsyncIterableIterator<Uint8Array>): GitHttpResponse => {
        const headers = { 'content-type': `application/x-git-upload-pack-${type}` };
        return { url, method, statusCode: 200, statusMessage: '', headers, body: content };
      };
      if (method === 'GET') {
        await connected(client, remote, access, allowed);
        channel = await executed(client, `git-upload-pack ${quoted(remote.path)}`);
        conversation = channel[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
        return answer('advertisement', only(withHead(Buffer.concat([announced, await advertisement()]))));
      }
      for await (const piece of body as AsyncIterable<Uint8Array>) channel!.write(Buffer.from(piece));
      return answer('result', pack());
    },
    end: () => {
      client.on('error', () => undefined);
      client.destroy();
    },
  };
}

/** What precedes an advertisement over HTTP. */
const announced = Buffer.from('001e# service=git-upload-pack\n0000');

const nothingThere = () => new FetchProblem('There is no repository at this path, or the key may not read it.');

/** A word for a shell, whatever stands in it. */
const quoted = (text: string): string => `'${text.replace(/['!]/g, (each) => `'\\${each}'`)}'`;

async function connected(
  client: Client,
  remote: RemoteAddress & { transport: 'ssh' },
  access: SshAccess,
  allowed: Allowed,
): Promise<void> {
  const { host, port } = remote;
  const privateKey = usableKey(access);
  const { trusted, revoked } = knownKeys(access.knownHosts ?? '', host, port);
  let stranger: FetchProblem | undefined;
  const isKnown = (key: Buffer): boolean => {
    const isOne = (keys: readonly Buffer[]) => keys.some((each) => each.equals(key));
    if (isOne(trusted) && !isOne(revoked)) return true;
    stranger = new FetchProblem(notKnown(remote, key, trusted.length > 0));
    return false;
  };
  return new Promise((resolve, reject) => {
    const socket = guardedSocket(host, port, allowed);
    const fail = (error: Error & { level?: string }) => reject(stranger ?? told(error));
    socket.once('error', fail);
    client.once('ready', resolve);
    client.on('error', fail);
    client.once('close', () => fail(new Error('closed')));
    const config: ConnectConfig = {
      sock: socket,
      username: remote.user ?? access.username ?? usualUser,
      privateKey,
      ...(access.passphrase === undefined ? {} : { passphrase: access.passphrase }),
      authHandler: ['publickey'],
      hostVerifier: isKnown,
      readyTimeout: longestGreeting,
      algorithms: { serverHostKey: signaturesOf(trusted) },
    };
    try {
      client.connect(config);
    } catch (error) {
      socket.destroy();
      fail(error as Error);
    }
  });
}

/** The key in the form that it is used in, once it is seen to be one. */
function usableKey({ key, passphrase }: SshAccess): string {
  if (key === undefined) throw new FetchProblem('The secrets group of the repository has no key for SSH.');
  const text = `${key.trim().replace(/\r\n/g, '\n')}\n`;
  const parsed = utils.parseKey(text, passphrase);
  const isPrivate = !(parsed instanceof Error) && [parsed].flat().every((each) => each.isPrivateKey());
  if (isPrivate) return text;
  const isLocked = parsed instanceof Error && /passphrase|encrypted|decrypt|bad/i.test(parsed.message);
  throw new FetchProblem(
    isLocked
      ? 'The key for SSH is locked: the password of the secrets group for SSH does not open it, or there is none.'
      : 'The key for SSH is not a private key in a form that is understood.',
  );
}

const notKnown = ({ host, port }: { host: string; port: number }, key: Buffer, isOther: boolean): string =>
  isOther
    ? `The host ${host} (port ${port}) shows another key than the one it is known by: ${fingerprint(key)}. Nothing was sent to it.`
    : `The host ${host} (port ${port}) is not known: it shows the key ${fingerprint(key)}. Once somebody has made sure of it, a line in the file of PLUMBLINE_SSH_KNOWN_HOSTS makes it known.`;

function executed(client: Client, command: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) return reject(new FetchProblem('The host does not let anybody ask for repositories.'));
      // What goes wrong shows in what is read; nobody reads what else the host has to say.
      channel.stderr.resume();
      channel.on('error', () => undefined);
      resolve(channel);
    });
  });
}

/** What went wrong before git was spoken. */
function told(error: Error & { level?: string; code?: string }): Error {
  if (error instanceof FetchProblem || error instanceof OutgoingError) return error;
  switch (error.level) {
    case 'client-authentication':
      return new FetchProblem('The host does not accept the key.');
    case 'client-timeout':
      return new FetchProblem(`The host has not answered within ${longestGreeting / 1000} seconds.`);
    case 'handshake':
    case 'protocol':
      return new FetchProblem('The host does not speak SSH in a way that is safe enough.');
    default:
      return new FetchProblem(`The host cannot be reached over SSH${error.code ? ` (${error.code})` : ''}.`);
  }
}

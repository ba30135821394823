import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Contents of files by path; what is undefined goes. */
export type Files = Record<string, string | Buffer | undefined>;

/** A real git server over HTTP, on this machine, with as many repositories as a test makes. */
export interface GitServer {
  /** Where a repository is. */
  url: (repository: string) => string;
  /** Where it is on the disk. */
  folder: (repository: string) => string;
  /** Writes and removes files of a repository, which is made first where it is not there; answers the commit. */
  commit: (repository: string, files: Files) => string;
  /** Runs git in the working copy of a repository. */
  git: (repository: string, args: string[], input?: string) => string;
  /** What `Authorization` headers requests came with. */
  credentials: (string | undefined)[];
  /** The name and password (`name:password`) that are asked for from now on; undefined: none. */
  ask: (credentials: string | undefined) => void;
  stop: () => void;
}

const author = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@t', GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@t' };

export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'git-server-'));
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1', ...author };
  const credentials: (string | undefined)[] = [];
  let asked: string | undefined;
  const folderOf = (repository: string) => join(root, repository);
  const git = (repository: string, args: string[], input = '') =>
    execFileSync('git', args, { cwd: folderOf(repository), env, input, stdio: ['pipe', 'pipe', 'pipe'] })
      .toString()
      .trim();

  const server = createServer((request, response) => {
    credentials.push(request.headers.authorization);
    const wanted = asked && `Basic ${Buffer.from(asked).toString('base64')}`;
    if (wanted && request.headers.authorization !== wanted)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    return serve(request, response, { ...env, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1' });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  return {
    url: (repository) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${repository}/.git`,
    folder: folderOf,
    credentials,
    ask: (given) => {
      asked = given;
    },
    git,
    commit: (repository, files) => {
      mkdirSync(folderOf(repository), { recursive: true });
      git(repository, ['init', '--quiet', '--initial-branch=main']);
      for (const [path, content] of Object.entries(files)) {
        const place = join(folderOf(repository), path);
        mkdirSync(dirname(place), { recursive: true });
        if (content === undefined) rmSync(place);
        else writeFileSync(place, content);
      }
      git(repository, ['add', '--all']);
      git(repository, ['commit', '--quiet', '--allow-empty', '--message=changed']);
      return git(repository, ['rev-parse', 'HEAD']);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Hands a request to git's own program for HTTP, as a web server does. */
function serve(request: IncomingMessage, response: ServerResponse, env: NodeJS.ProcessEnv): void {
  const { pathname, search } = new URL(request.url!, 'http://server');
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...env,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'somebody',
    },
  });
  request.pipe(backend.stdin);
  const pieces: Buffer[] = [];
  backend.stdout.on('data', (piece) => pieces.push(piece));
  backend.on('close', () => {
    const answer = Buffer.concat(pieces);
    const end = answer.indexOf('\r\n\r\n');
    const headers = Object.fromEntries(
      answer
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    const { Status: status = '200', ...others } = headers;
    response.writeHead(Number.parseInt(status, 10), others).end(answer.subarray(end + 4));
  });
}

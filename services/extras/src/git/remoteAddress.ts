import { sshForm } from './remoteForms';

/** Where a repository is: at a URL over HTTP, or at a path of a machine that is reached over SSH. */
export type RemoteAddress =
  | { transport: 'http'; host: string; port: number }
  | { transport: 'ssh'; host: string; port: number; user: string | undefined; path: string };

const sshPort = 22;

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Takes the address of a repository apart; undefined for one of a kind that nothing is fetched from. */
export function remoteAddress(url: string): RemoteAddress | undefined {
  if (/^https?:\/\//i.test(url)) {
    const { protocol, hostname, port } = new URL(url);
    return {
      transport: 'http',
      host: withoutBrackets(hostname),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    };
  }
  if (!sshForm.test(url)) return undefined;
  const [, urlUser, urlHost, port, urlPath] =
    /^ssh:\/\/(?:([^@/]+)@)?(\[[^\]]+\]|[^:/]+)(?::(\d+))?(\/.*)$/i.exec(url) ?? [];
  if (urlHost !== undefined)
    return {
      transport: 'ssh',
      host: withoutBrackets(urlHost),
      port: Number(port ?? sshPort),
      user: urlUser,
      path: ofUrl(urlPath!),
    };
  const [, user, host, path] = /^([^@]+)@(\[[^\]]+\]|[^:]+):(.*)$/.exec(url)!;
  return { transport: 'ssh', host: withoutBrackets(host!), port: sshPort, user, path: path! };
}

/** The path of a URL as git reads it: percent signs are resolved, and `/~user/` is a folder of that user. */
function ofUrl(path: string): string {
  const plain = decoded(path);
  return plain.startsWith('/~') ? plain.slice(1) : plain;
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? text : plain;
  } catch {
    return text;
  }
}

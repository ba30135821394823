import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddress } from '@plumbline/http';
import parseForwarded from 'forwarded-parse';
import { compile } from 'proxy-addr';

/** Whether an address is one of a proxy whose word is taken. */
export type IsTrusted = (address: string) => boolean;

/** Prepares the look-up; networks are as settings have them. */
export function trustedProxies(networks: readonly string[]): IsTrusted {
  if (networks.length === 0) return () => false;
  const isInside = compile([...networks]);
  return (address) => isIP(address) > 0 && isInside(plainAddress(address), 0);
}

/**
 * Finds out the address a request comes from, and leaves of all headers about forwarding only what counts, as one value
 * each in `X-Forwarded-Proto`, `-Host` and `-Prefix`: whatever reads them afterwards reads the word of a trusted proxy.
 */
export type ReadClient = (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * Creates the `ReadClient` of a gateway with these trusted proxies. `X-Forwarded-*` count before `Forwarded` (RFC 7239), since most proxies
 * write these alone.
 */
export function createReadClient(isTrusted: IsTrusted): ReadClient {
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const said = isTrusted(peer) ? (readFamiliar(headers) ?? readStandard(headers)) : undefined;
    const isGone = isTrusted(peer) ? isAboutForwarding : mayBeAboutForwarding;
    for (const name of Object.keys(headers)) if (isGone(name)) delete headers[name];
    if (!said) return peer;
    const { address, hops } = walk(peer, said.addresses, isTrusted);
    const proto = saidAt(said.protos, hops)?.toLowerCase();
    const host = saidAt(said.hosts, hops) ?? headers.host;
    const port = saidAt(said.ports, hops);
    const prefix = saidAt(said.prefixes, hops);
    if (proto) headers['x-forwarded-proto'] = proto;
    if (host) headers['x-forwarded-host'] = withPort(host, port);
    if (prefix) headers['x-forwarded-prefix'] = prefix;
    return address;
  };
}

/** What the proxies on the way said, each list in the order of the way: the client's own words first. */
interface Said {
  addresses: readonly (string | undefined)[];
  protos: readonly (string | undefined)[];
  hosts: readonly (string | undefined)[];
  ports: readonly (string | undefined)[];
  prefixes: readonly (string | undefined)[];
}

/** What proxies say of the way; whom they have let in (X-Forwarded-User) is for authentication to read. */
const isAboutForwarding = (name: string): boolean =>
  /^(x-forwarded-(for|proto|protocol|scheme|host|port|prefix|server|by|ssl)|forwarded|x-real-ip)$/.test(name);

const mayBeAboutForwarding = (name: string): boolean => name.startsWith('x-forwarded-') || isAboutForwarding(name);

function readFamiliar(headers: IncomingHttpHeaders): Said | undefined {
  const listOf = (name: string): string[] => {
    const header = headers[`x-forwarded-${name}`];
    const text = Array.isArray(header) ? header.join(',') : header;
    return text === undefined ? [] : text.split(',').map((part) => part.trim());
  };
  const [addresses, protos, hosts, ports, prefixes] = ['for', 'proto', 'host', 'port', 'prefix'].map(listOf) as [
    string[],
    string[],
    string[],
    string[],
    string[],
  ];
  if ([addresses, protos, hosts, ports, prefixes].every((list) => list.length === 0)) return undefined;
  return { addresses: addresses.map(addressOf), protos, hosts, ports, prefixes };
}

function readStandard({ forwarded }: IncomingHttpHeaders): Said | undefined {
  if (!forwarded) return undefined;
  try {
    const elements = parseForwarded(forwarded);
    return {
      addresses: elements.map((element) => addressOf(element.for)),
      protos: elements.map(({ proto }) => proto),
      hosts: elements.map(({ host }) => host),
      ports: [],
      prefixes: [],
    };
  } catch {
    // Not written as the standard has it, so nobody has said anything.
    return undefined;
  }
}

/** The address of `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`; undefined for anything else. */
function addressOf(node: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([\d.]+)(?::\d+)?)$/i.exec(node ?? '') ?? [];
  const address = bracketed ?? plain ?? node ?? '';
  return isIP(address) > 0 ? plainAddress(address) : undefined;
}

/**
 * Goes back along the way, from the proxy that spoke to us, for as long as proxies are trusted: what lies before was
 * said by strangers. A proxy that names no address is taken for the client.
 */
function walk(peer: string, addresses: Said['addresses'], isTrusted: IsTrusted): { address: string; hops: number } {
  let address = peer;
  let hops = 1;
  for (const named of [...addresses].reverse()) {
    if (named === undefined) break;
    address = named;
    if (!isTrusted(named) || hops === addresses.length) break;
    hops += 1;
  }
  return { address, hops };
}

/** What the trusted proxy next to the client said; of a list that not every proxy added to, the first. */
const saidAt = (list: readonly (string | undefined)[], hops: number): string | undefined =>
  list[Math.max(0, list.length - hops)] || undefined;

/** A host with the port clients use, unless it has one or the port goes without saying. */
function withPort(host: string, port: string | undefined): string {
  if (port === undefined || !/^\d{1,5}$/.test(port) || port === '80' || port === '443') return host;
  return /:\d+$/.test(host) ? host : `${host}:${port}`;
}

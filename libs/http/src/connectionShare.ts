import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './clientNetwork';
import { refuseConnection } from './rawAnswer';

/** How many connections a server holds, and whose. */
export interface ConnectionBounds {
  /** In all. */
  total: number;
  /** Of one client network. */
  perAddress: number;
  /** Addresses that stand for many clients, such as proxies: only the total bounds them. */
  isShared(address: string): boolean;
}

/** Bytes of answers that may wait for the clients of one network to take them. */
const unsentBytes = 128 * 1024 * 1024;
const looksEveryMilliseconds = 1_000;

/** The connections of one client network, or of an address that stands for many clients. */
interface Holder {
  name: string;
  isShared: boolean;
  /** Those on which nothing is asked, the longest idle first. */
  idle: Set<Socket>;
  /** Those on which requests are under way, and how many, the earliest first. */
  busy: Map<Socket, number>;
}

/**
 * Holds a server to its bounds. Who has more than a fair share of connections loses the one that has been idle longest
 * (a request that has not arrived whole does not count as one), and is refused another while none is idle. Whoever lets
 * answers pile up without taking them loses those that began first.
 */
export function shareConnections(server: Server, bounds: ConnectionBounds): void {
  const holders = new Map<string, Holder>();
  const holderOf = new WeakMap<Socket, Holder>();
  let count = 0;

  function holderAt(address: string | undefined): Holder {
    const isShared = address !== undefined && bounds.isShared(address);
    const name = isShared ? `shared ${address}` : clientNetwork(address);
    return holders.get(name) ?? { name, isShared, idle: new Set(), busy: new Map() };
  }

  /** The holder of most connections, among those that have an idle one. */
  function largestWithIdle(): Holder | undefined {
    let largest: Holder | undefined;
    for (const holder of holders.values())
      if (holder.idle.size > 0 && (!largest || sizeOf(holder) > sizeOf(largest))) largest = holder;
    return largest;
  }

  function forget(socket: Socket, holder: Holder): void {
    if (!holder.idle.delete(socket) && !holder.busy.delete(socket)) return;
    count -= 1;
    if (sizeOf(holder) === 0) holders.delete(holder.name);
  }

  /** Closes the connection that has been idle longest; false when none is. */
  function closeLongestIdle(holder: Holder | undefined): boolean {
    const oldest = holder?.idle.values().next();
    if (!holder || !oldest || oldest.done) return false;
    forget(oldest.value, holder);
    oldest.value.destroy();
    return true;
  }

  /** Makes room for one more connection of a holder; answers the status to refuse it with when there is none. */
  function makeRoom(holder: Holder): 429 | 503 | undefined {
    if (!holder.isShared && sizeOf(holder) >= bounds.perAddress) return closeLongestIdle(holder) ? undefined : 429;
    if (count >= bounds.total) return closeLongestIdle(largestWithIdle()) ? undefined : 503;
    return undefined;
  }

  /** Takes a connection in; false when it is refused. */
  function admit(socket: Socket): boolean {
    const holder = holderAt(socket.remoteAddress);
    const refusal = makeRoom(holder);
    if (refusal) {
      refuseConnection(socket, refusal);
      return false;
    }
    holders.set(holder.name, holder);
    holder.idle.add(socket);
    holderOf.set(socket, holder);
    count += 1;
    socket.once('close', () => forget(socket, holder));
    return true;
  }

  function asked({ socket }: IncomingMessage, res: ServerResponse): void {
    const holder = holderOf.get(socket);
    if (!holder || socket.destroyed) return;
    holder.idle.delete(socket);
    holder.busy.set(socket, (holder.busy.get(socket) ?? 0) + 1);
    res.once('close', () => {
      const left = (holder.busy.get(socket) ?? 0) - 1;
      if (left > 0) holder.busy.set(socket, left);
      else if (holder.busy.delete(socket)) holder.idle.add(socket);
    });
  }

  // The server's own listener sets up a parser; connections that are refused are not worth one.
  const [serve] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.off('connection', serve!);
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) serve!.call(server, socket);
  });
  server.on('request', asked);

  const timer = setInterval(() => {
    for (const holder of holders.values()) if (!holder.isShared) dropUntaken(holder);
  }, looksEveryMilliseconds);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

const sizeOf = ({ idle, busy }: Holder): number => idle.size + busy.size;

/** Ends the answers that began first until what is left to send is within bounds. */
function dropUntaken({ busy }: Holder): void {
  let unsent = 0;
  for (const socket of busy.keys()) unsent += socket.writableLength;
  for (const socket of busy.keys()) {
    if (unsent <= unsentBytes) return;
    unsent -= socket.writableLength;
    if (socket.writableLength > 0) socket.destroy();
  }
}

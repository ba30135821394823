import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseConnection } from '../answer/rawAnswer';
import { clientNetwork } from '../request/clientNetwork';

/** How many connections a server holds, and whose. */
export interface ConnectionBounds {
  /** In all. */
  total: number;
  /** Of one client network. */
  perAddress: number;
  /** Addresses that stand for many clients, such as proxies: only the total bounds them. */
  isShared(address: string): boolean;
  /** Milliseconds a client may take nothing of its answer; 5 minutes when absent. */
  pauseMilliseconds?: number;
}

/** Bytes of answers that may wait for the clients of one network to take them. */
const unsentBytes = 128 * 1024 * 1024;
const looksEveryMilliseconds = 1_000;
const defaultPause = 5 * 60_000;

/** The connections of one client network, or of an address that stands for many clients. */
interface Holder {
  name: string;
  isShared: boolean;
  connections: Connection[];
  /** How many of them nothing is asked on. */
  idle: number;
}

/**
 * A connection that is held. Requests change numbers here and nothing else: what is put into a list and taken out again with every
 * request costs more, and keeps garbage alive (docs/adr/0077-what-lives-for-a-moment-dies-young.md).
 */
interface Connection {
  socket: Socket;
  holder: Holder;
  /** Its place among those of its holder. */
  place: number;
  /** Requests on it that are under way. */
  underWay: number;
  /** When it last began to be idle, or to be busy, by a clock that ticks each time. */
  since: number;
}

/**
 * Holds a server to its bounds. Who has more than a fair share of connections loses the one that has been idle longest
 * (a request that has not arrived whole does not count as one), and is refused another while none is idle. Whoever lets
 * answers pile up without taking them loses those that began first, and who takes nothing of one its connection.
 */
export function shareConnections(server: Server, bounds: ConnectionBounds): void {
  const holders = new Map<string, Holder>();
  const connectionOf = new WeakMap<Socket, Connection>();
  let count = 0;
  let clock = 0;

  function holderAt(address: string | undefined): Holder {
    const isShared = address !== undefined && bounds.isShared(address);
    const name = isShared ? `shared ${address}` : clientNetwork(address);
    return holders.get(name) ?? { name, isShared, connections: [], idle: 0 };
  }

  /** The holder of most connections, among those that have an idle one. */
  function largestWithIdle(): Holder | undefined {
    let largest: Holder | undefined;
    for (const holder of holders.values())
      if (holder.idle > 0 && (!largest || holder.connections.length > largest.connections.length)) largest = holder;
    return largest;
  }

  function forget(connection: Connection): void {
    const { holder, place, socket, underWay } = connection;
    if (!connectionOf.delete(socket)) return;
    const last = holder.connections.pop()!;
    if (last !== connection) {
      holder.connections[place] = last;
      last.place = place;
    }
    if (underWay === 0) holder.idle -= 1;
    count -= 1;
    if (holder.connections.length === 0) holders.delete(holder.name);
  }

  /** Closes the connection that has been idle longest; false when none is. */
  function closeLongestIdle(holder: Holder | undefined): boolean {
    let oldest: Connection | undefined;
    for (const connection of holder?.connections ?? [])
      if (connection.underWay === 0 && (!oldest || connection.since < oldest.since)) oldest = connection;
    if (!oldest) return false;
    forget(oldest);
    oldest.socket.destroy();
    return true;
  }

  /** Makes room for one more connection of a holder; answers the status to refuse it with when there is none. */
  function makeRoom(holder: Holder): 429 | 503 | undefined {
    if (!holder.isShared && holder.connections.length >= bounds.perAddress)
      return closeLongestIdle(holder) ? undefined : 429;
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
    const connection = { socket, holder, place: holder.connections.length, underWay: 0, since: ++clock };
    holder.connections.push(connection);
    holder.idle += 1;
    connectionOf.set(socket, connection);
    count += 1;
    socket.once('close', () => forget(connection));
    return true;
  }

  function asked({ socket }: IncomingMessage, res: ServerResponse): void {
    const connection = connectionOf.get(socket);
    if (!connection || socket.destroyed) return;
    step(connection, 1);
    res.once('close', () => step(connection, -1));
  }

  /** Notes that a request begins or ends. */
  function step(connection: Connection, by: 1 | -1): void {
    const before = connection.underWay;
    connection.underWay += by;
    const isIdle = connection.underWay === 0;
    if ((before === 0) === isIdle) return;
    connection.since = ++clock;
    if (connectionOf.has(connection.socket)) connection.holder.idle += isIdle ? 1 : -1;
  }

  // The server's own listener sets up a parser; connections that are refused are not worth one.
  const [serve] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.off('connection', serve!);
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) serve!.call(server, socket);
  });
  server.on('request', asked);
  // Node looks when nothing has moved for so long, and waits once more where a part was taken first.
  server.timeout = bounds.pauseMilliseconds ?? defaultPause;

  const timer = setInterval(() => {
    for (const holder of holders.values()) if (!holder.isShared) dropUntaken(holder);
  }, looksEveryMilliseconds);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Ends the answers that began first until what is left to send is within bounds. */
function dropUntaken({ connections }: Holder): void {
  const busy = connections.filter(({ underWay }) => underWay > 0);
  let unsent = 0;
  for (const { socket } of busy) unsent += socket.writableLength;
  if (unsent <= unsentBytes) return;
  for (const { socket } of busy.sort((one, other) => one.since - other.since)) {
    if (unsent <= unsentBytes) return;
    unsent -= socket.writableLength;
    if (socket.writableLength > 0) socket.destroy();
  }
}

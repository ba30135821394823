import { Agent, type AgentOptions, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { avoid, type Instance, type Instances } from './instances';

/** Milliseconds to wait for one process to take a connection while there are others. */
const connectWithin = 1_000;
/** Milliseconds after which a connection is not used again, so that one that came back gets its share. */
const socketLifetime = 30_000;

type Created = (error: Error | null, socket?: Socket) => void;
type ConnectOptions = Record<string, unknown>;

/** An agent that spreads connections over the processes of a service. */
export interface BalancedAgent {
  agent: Agent;
  /**
   * The process at the other end was silent, or is about to end: no connection to it is used again, and others are
   * asked first.
   */
  leave(socket: Socket | null): void;
}

/**
 * Makes an agent that opens each new connection to the next process in turn and passes over those that take none. A
 * request is only sent on a connection that stands, so trying another process repeats nothing.
 */
export function createBalancedAgent(instances: Instances): BalancedAgent {
  const owners = new WeakMap<Socket, Instance>();
  const born = new WeakMap<Socket, number>();
  const left = new WeakSet<Socket>();
  const sockets = new WeakMap<Instance, Set<Socket>>();
  const secure = instances.url.protocol === 'https:';
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 64, scheduling: 'fifo' };
  const agent = secure ? new TlsAgent(options) : new Agent(options);
  const prototype = (secure ? TlsAgent : Agent).prototype as unknown as {
    createConnection(options: ConnectOptions): Socket;
    keepSocketAlive(socket: Socket): boolean;
  };

  function open(instance: Instance, asked: ConnectOptions, patience: number | undefined): Promise<Socket> {
    const { hostname, port } = instance.url;
    return new Promise((resolve, reject) => {
      const socket = prototype.createConnection.call(agent, {
        ...asked,
        host: instance.address,
        servername: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || (secure ? 443 : 80)),
      });
      const timer = patience && setTimeout(() => socket.destroy(new Error('no connection in time')), patience);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      socket.once('error', fail);
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        socket.off('error', fail);
        remember(instance, socket);
        resolve(socket);
      });
    });
  }

  function remember(instance: Instance, socket: Socket): void {
    const known = sockets.get(instance) ?? new Set();
    sockets.set(instance, known.add(socket));
    owners.set(socket, instance);
    born.set(socket, Date.now());
    socket.once('close', () => known.delete(socket));
  }

  async function openAny(asked: ConnectOptions): Promise<Socket> {
    const tried = await instances.nextFirst();
    let failure: unknown;
    for (const [index, instance] of tried.entries())
      try {
        return await open(instance, asked, index < tried.length - 1 ? connectWithin : undefined);
      } catch (error) {
        avoid(instance);
        failure = error;
      }
    throw failure;
  }

  Object.assign(agent, {
    createConnection(asked: ConnectOptions, created: Created) {
      openAny(asked).then(
        (socket) => created(null, socket),
        (error: Error) => created(error),
      );
    },
    keepSocketAlive(socket: Socket & { _httpMessage?: ClientRequest & { res?: IncomingMessage } }) {
      const isOld = Date.now() - (born.get(socket) ?? 0) > socketLifetime;
      return !isOld && !left.has(socket) && prototype.keepSocketAlive.call(agent, socket);
    },
  });

  return {
    agent,
    leave(socket) {
      const instance = socket ? owners.get(socket) : undefined;
      if (!instance) return;
      avoid(instance);
      const free = new Set(Object.values(agent.freeSockets).flatMap((some) => some ?? []));
      for (const one of sockets.get(instance) ?? []) {
        left.add(one);
        if (free.has(one)) one.destroy();
      }
    },
  };
}

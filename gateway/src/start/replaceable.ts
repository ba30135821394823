import type { RequestListener } from 'node:http';
import type { Gateway } from '../gateway';

/** A gateway of which another can take the place while requests come in. */
export interface ReplaceableGateway {
  /** To be handed to an HTTP server. */
  listener: RequestListener;
  connections: Gateway['connections'];
  /** Hands what comes from now on to another; the one before answers what it has, and is closed. */
  replace(gateway: Gateway): void;
  close(): Promise<void>;
}

/** What of an application of express the server hands its own classes to. */
type Prototypes = Record<'request' | 'response', object>;
const prototypesOf = ({ app }: Gateway): Prototypes => app as unknown as Prototypes;

/** A gateway with what it is answering. */
interface Answering {
  gateway: Gateway;
  underWay: number;
  /** Set when another has taken its place. */
  ended?: () => void;
}

export function replaceable(first: Gateway): ReplaceableGateway {
  let current: Answering = { gateway: first, underWay: 0 };
  const closing = new Set<Promise<void>>();
  // As express would be handed to the server, which gives all requests the prototypes that it finds here.
  const { request, response } = prototypesOf(first);
  const listener = Object.assign<RequestListener, Prototypes>(
    (req, res) => {
      const answering = current;
      answering.underWay++;
      res.once('close', () => {
        answering.underWay--;
        if (answering.underWay === 0) answering.ended?.();
      });
      answering.gateway.app(req, res);
    },
    { request, response },
  );
  return {
    listener,
    connections: first.connections,
    replace(gateway) {
      const before = current;
      Object.assign(prototypesOf(gateway), { request: listener.request, response: listener.response });
      current = { gateway, underWay: 0 };
      const answered = new Promise<void>((resolve) => {
        before.ended = resolve;
        if (before.underWay === 0) resolve();
      });
      const closed = answered.then(() => before.gateway.close()).finally(() => closing.delete(closed));
      closing.add(closed);
    },
    close: async () => {
      await current.gateway.close();
      await Promise.all(closing);
    },
  };
}

import type { PoolClient } from 'pg';
import { ofPool } from './postgresClient';

/**
 * Holds back what is written to a connection until the event loop has taken in everything that was ready to be read, so
 * that statements of one turn go out in one write: the system call is a good part of what a short statement costs.
 */
export function gather(client: PoolClient): void {
  const own = ofPool(client);
  if (own.gathering) return;
  own.gathering = true;
  const { stream } = own;
  stream.cork();
  setImmediate(() => {
    own.gathering = false;
    stream.uncork();
  });
}

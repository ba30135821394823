import type { Replicas } from '@plumbline/store';
import { tracedDatabase } from './tracedDatabase';
import type { Tracing } from './tracing';

/** The same read replicas, what is read from them part of the traces it is read in. */
export const tracedReplicas = (replicas: Replicas, tracing: Tracing): Replicas => ({
  ...replicas,
  choose: (age, instead) => {
    const chosen = replicas.choose(age, instead);
    return chosen && tracedDatabase(chosen, tracing);
  },
});

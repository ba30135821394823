import { type Allowed, type GuardedAgents, guardedAgents, type Trust } from '@plumbline/outgoing';
import { LRUCache } from 'lru-cache';
import { readCaFile } from './caFile';
import type { Hook } from './claimDeliveries';
import { Undeliverable } from './composeRequest';

/** Connections to receivers, kept for those that are trusted in the same way. */
export interface AgentPool {
  of(hook: Hook): Promise<GuardedAgents>;
  destroy(): void;
}

/** Ways of trusting that are remembered; files of certificates may be replaced, and webhooks deleted. */
const most = 50;

/** Makes a pool of guarded agents. */
export function createAgentPool(allowed: Allowed): AgentPool {
  // What is still under way keeps its connections: an agent that is dropped is not destroyed.
  const pool = new LRUCache<string, GuardedAgents>({ max: most });
  return {
    async of({ ssl_verification, ca_file_path }) {
      const trust = await trustOf(ssl_verification, ca_file_path);
      const key = JSON.stringify(trust);
      const known = pool.get(key);
      if (known) return known;
      const agents = guardedAgents(allowed, trust);
      pool.set(key, agents);
      return agents;
    },
    destroy: () => {
      for (const agents of pool.values()) agents.destroy();
      pool.clear();
    },
  };
}

async function trustOf(verify: boolean, path: string): Promise<Trust> {
  if (!verify || path === '') return { verify };
  const ca = await readCaFile(path);
  if (ca === undefined) throw new Undeliverable('The CA file cannot be read as certificates.');
  return { verify, ca };
}

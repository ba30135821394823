import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './client';
import { eventually } from './eventually';
import { Ledger, type State } from './ledger';
import { rounds } from './long';
import type { World } from './world';

/** An answer of the load, and when it came. */
export interface Observation {
  at: number;
  /** When the request was sent. */
  sent: number;
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  detail: string;
  retryAfter: string | undefined;
}

export interface Load {
  ledger: Ledger;
  observations: Observation[];
  /** Answers nobody should ever get: bugs, refusals of what is right, reads that contradict an answered write. */
  surprises: string[];
  /** Waits until so many more objects have been written, so that there is something to be lost. */
  grows(objects?: number): Promise<void>;
  /** Lets every worker finish what it has begun. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  workers?: number;
  /** Share of writes that carry an `Idempotency-Key` and are repeated until they are answered. */
  repeated?: number;
}

/** What an answer means to a client that wants its write done: it was, it may have been, or it was refused. */
const isUnanswered = (status: number): boolean => status === 0 || status >= 502;

/**
 * Milliseconds between two requests of a worker: while somebody waits for more, and otherwise. What is done to a program right
 * after that wait meets requests under way; while it comes back, in the short form, the processors are for that.
 */
const rest = { growing: rounds(5, 25), otherwise: rounds(5, 250) };

/** Milliseconds after which a write that is repeated and never answered is given up. */
const patience = 60_000;

/** Writes and reads until it is stopped, each worker its own objects, and remembers what it was told. */
export function startLoad(clientOf: () => Client, world: World, options: LoadOptions = {}): Load {
  const { workers = rounds(6, 4), repeated = 0.5 } = options;
  const ledger = new Ledger();
  const observations: Observation[] = [];
  const surprises: string[] = [];
  let stopping = false;
  let growing = 0;

  async function send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    const sent = Date.now();
    const answer = await clientOf().call(method, path, body, headers ? { headers } : {});
    observations.push({
      at: Date.now(),
      sent,
      method,
      path,
      status: answer.status,
      milliseconds: answer.milliseconds,
      detail: answer.text.slice(0, 200),
      retryAfter: answer.headers['retry-after'] as string | undefined,
    });
    return answer;
  }

  /** One write, repeated under a key when it is of that sort; what became of the objects is entered. */
  async function write(
    wanted: number,
    method: string,
    path: string,
    body: unknown,
    about: { action: 'create' | 'update' | 'delete'; objects: [path: string, id: string, state: State][] },
  ): Promise<Answer> {
    let key = Math.random() < repeated ? randomUUID() : undefined;
    const requestIds: string[] = [];
    const end = Date.now() + patience;
    let answer: Answer;
    /** Whether nothing may have come of any of the requests, as their answers said. */
    let nothing = true;
    for (;;) {
      answer = await send(method, path, body, key ? { 'idempotency-key': key } : undefined);
      requestIds.push(answer.requestId);
      if (!isUnanswered(answer.status)) break;
      const { outcome, idempotency_key: named } = answer.body ?? {};
      if (answer.status === 503 && outcome !== 'none' && (outcome !== 'unknown' || (named ?? key) === undefined))
        surprises.push(`${method} ${path} was not told what became of it: ${answer.text.slice(0, 300)}`);
      nothing &&= outcome === 'none';
      if (outcome === 'unknown') key ??= named;
      if (key === undefined || Date.now() > end) break;
      await sleep(100);
    }
    const answered = answer.status === wanted;
    if (!answered && nothing && isUnanswered(answer.status)) {
      ledger.refused.push({ what: `${method} ${path}`, objects: about.objects.map(([, id]) => id), requestIds });
      return answer;
    }
    if (!answered && !isUnanswered(answer.status))
      surprises.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)} (attempt ${requestIds.length})`);
    for (const [where, id, state] of about.objects) ledger.enter(where, id, state, answered);
    ledger.writes.push({
      what: `${method} ${path}`,
      objects: about.objects.map(([, id]) => id),
      action: about.action,
      requestIds,
      answered,
    });
    return answer;
  }

  const status = world.statuses.get('Active')!;
  const tenants = 'tenancy/tenants/';
  const prefixes = 'ipam/prefixes/';
  const vlans = 'ipam/vlans/';

  function operationsOf(worker: number): (() => Promise<unknown>)[] {
    let turn = 0;
    const mine = new Set<string>();
    const pick = (path: string): string | undefined => {
      const there = ledger.present(path).filter((id) => mine.has(id));
      return there[Math.floor(Math.random() * there.length)];
    };
    const stateOf = (id: string): Record<string, unknown> => ledger.certain(id) as Record<string, unknown>;
    const chosen = (): string => {
      const id = randomUUID();
      mine.add(id);
      return id;
    };
    const createTenant = () => {
      const id = chosen();
      const body = { name: `load ${world.run} ${worker} ${turn++}`, description: '0' };
      return write(201, 'POST', tenants, { id, ...body }, { action: 'create', objects: [[tenants, id, body]] });
    };
    const createPrefix = () => {
      const id = chosen();
      const n = turn++;
      const body = { prefix: `10.${worker}.${n >> 8}.${n & 255}/32`, tenant: pick(tenants) ?? null };
      return write(
        201,
        'POST',
        prefixes,
        { id, ...body, namespace: world.namespace, status },
        { action: 'create', objects: [[prefixes, id, body]] },
      );
    };
    const createVlans = () => {
      const bodies = Array.from({ length: 20 }, (_, index) => ({
        id: chosen(),
        name: `vlan ${worker} ${turn} ${index}`,
        vid: index + 1,
      }));
      turn++;
      return write(
        201,
        'POST',
        vlans,
        bodies.map((body) => ({ ...body, status })),
        { action: 'create', objects: bodies.map(({ id, ...body }) => [vlans, id, body]) },
      );
    };
    const change = (path: string, field: string) => async () => {
      const id = pick(path);
      if (!id) return;
      const state = { ...stateOf(id), [field]: String(turn++) };
      await write(
        200,
        'PATCH',
        `${path}${id}/`,
        { [field]: state[field] },
        { action: 'update', objects: [[path, id, state]] },
      );
    };
    const remove = (path: string) => async () => {
      const id = pick(path);
      if (!id) return;
      mine.delete(id);
      await write(204, 'DELETE', `${path}${id}/`, undefined, { action: 'delete', objects: [[path, id, 'absent']] });
    };
    const removeVlans = async () => {
      const ids = ledger.present(vlans).filter((id) => mine.has(id));
      const going = ids.slice(0, 10);
      if (going.length === 0) return;
      await write(
        204,
        'DELETE',
        vlans,
        going.map((id) => ({ id })),
        { action: 'delete', objects: going.map((id) => [vlans, id, 'absent']) },
      );
    };
    const read = async () => {
      const [path] = [tenants, prefixes, vlans].sort(() => Math.random() - 0.5) as [string];
      const id = pick(path);
      if (!id) return;
      const answer = await send('GET', `${path}${id}/`);
      if (answer.status === 200 || isUnanswered(answer.status)) return;
      surprises.push(`GET ${path}${id}/ although it was made: ${answer.status} ${answer.text.slice(0, 200)}`);
    };
    const list = async () => {
      const answer = await send('GET', `${prefixes}?limit=20`);
      if (answer.status !== 200 && !isUnanswered(answer.status))
        surprises.push(`GET ${prefixes}: ${answer.status} ${answer.text.slice(0, 200)}`);
    };
    return [
      createTenant,
      createTenant,
      createPrefix,
      createPrefix,
      createVlans,
      change(tenants, 'description'),
      change(prefixes, 'description'),
      change(vlans, 'description'),
      remove(prefixes),
      removeVlans,
      read,
      read,
      list,
    ];
  }

  async function run(worker: number): Promise<void> {
    const operations = operationsOf(worker);
    while (!stopping) {
      await operations[Math.floor(Math.random() * operations.length)]!();
      await sleep(growing > 0 ? rest.growing : rest.otherwise);
    }
  }

  const running = Promise.all(Array.from({ length: workers }, (_, worker) => run(worker + 1)));
  return {
    ledger,
    observations,
    surprises,
    grows: async (objects = 25) => {
      const wanted = ledger.size + objects;
      growing++;
      await eventually(`${objects} more objects are written`, 60_000, async () => ledger.size >= wanted).finally(() => {
        growing--;
      });
    },
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

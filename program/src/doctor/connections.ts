import type { App, Settings } from '@plumbline/config';
import { type Database, sql } from '@plumbline/store';
import { servicesOf } from '../start/services';
import { doubtful, type Finding, ill, well } from './finding';

/** Connections for people and commands. */
const ofPeople = 10;
/** A process of a service with a queue does background work over connections of its own. */
const ofQueue = 5;
/**
 * A worker has two pools, with room beyond what its jobs use at the same time, and one connection to say that it is
 * there.
 */
const ofWorker = ({ worker }: Settings): number => 2 * worker.concurrency + 6;

/** What the services that share a server may open there together. */
export interface Demand {
  services: App[];
  /** Whether these are all there are. */
  isAll: boolean;
  processes: number;
  connections: number;
}

/** The services by the server they are on (host and port), with the connections that all their processes may hold. */
export function demandByServer(settings: Settings): Demand[] {
  const servers = new Map<string, App[]>();
  const known = servicesOf(settings);
  for (const app of known.apps) {
    const url = settings.databaseUrls[app] ?? settings.databaseUrl;
    const server = url === undefined ? 'embedded' : new URL(url).host;
    servers.set(server, [...(servers.get(server) ?? []), app]);
  }
  return [...servers.values()].map((services) => {
    const processes = services.reduce((sum, app) => sum + processesOf(settings, app), 0);
    const queues = services.filter((app) => known.of(app).queued);
    const background = queues.reduce((sum, app) => sum + processesOf(settings, app) * ofQueue, 0);
    const workers = queues.length > 0 ? settings.workers * ofWorker(settings) : 0;
    const connections = processes * settings.databasePoolSize + background + workers + ofPeople;
    return { services, isAll: services.length === known.apps.length, processes, connections };
  });
}

/** As many as the gateway is told of; a name that stands for several counts as one. */
const processesOf = ({ serviceUrls }: Settings, app: App): number => serviceUrls[app]?.split(',').length ?? 1;

/** Whether each server has room for the connections of all processes there are to be. */
export async function examineConnections(
  settings: Settings,
  databases: ReadonlyMap<App, Database>,
): Promise<Finding[]> {
  if (settings.databaseUse.pooled) return [examinePooler(settings)];
  const findings: Finding[] = [];
  for (const demand of demandByServer(settings)) {
    const database = demand.services.map((app) => databases.get(app)).find(Boolean);
    if (database) findings.push(examineRoom(demand, await roomOf(database)));
  }
  return findings;
}

/** A pooler shares connections out; how many it has is its own to know. */
export function examinePooler({ databaseUse }: Settings): Finding {
  const about = 'connections to PostgreSQL';
  if (databaseUse.answersName !== undefined)
    return well(about, 'shared out by the pooler, with some for answers alone');
  return doubtful(
    about,
    'shared out by the pooler, among them those for answers to other services',
    'Many writers at once may be refused with 503. Give the pooler the database under a second name, and say it in PLUMBLINE_DATABASE_POOLER_ANSWERS (docs/scaling.md).',
  );
}

async function roomOf(database: Database): Promise<number> {
  const room = await database.first<{ room: number }>(sql.unsafe`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS room`);
  return room!.room;
}

export function examineRoom({ services, isAll, processes, connections }: Demand, room: number): Finding {
  const about = `connections to PostgreSQL of ${isAll ? 'all services' : services.join(', ')}`;
  const counted = processes === 1 ? 'one process' : `${processes} processes`;
  const text = `${connections} may be wanted by ${counted}, the workers and people, ${room} to be had`;
  if (connections <= room) return well(about, text);
  return ill(
    about,
    text,
    'Raise max_connections of the server, lower PLUMBLINE_DATABASE_POOL_SIZE, or give a service a server of its own (docs/scaling.md).',
  );
}

import type { App, Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { reachDatabase, type Server } from '@plumbline/process';
import type { Database } from '@plumbline/store';
import { auditServer } from '../audit';
import { provideServer } from '../start/provideServer';
import { servicesOf } from '../start/services';
import { examineConnections } from './connections';
import { examineDatabase, examineFailure } from './databases';
import { doubtful, type Finding, ill, well } from './finding';
import { examineProcesses } from './processes';
import { examineRecords } from './records';
import { examineReplicas } from './replicas';
import { examineSettings, type KeySource } from './settings';

export interface ExaminationOptions {
  log: Log;
  /** Whether the secret key was set, or is kept in the data folder. */
  secretKey: KeySource;
  /** Where the gateway was told to find services. */
  givenServiceUrls: Settings['serviceUrls'];
  /** Leaves out what takes long on much data: looking through all references. */
  quick: boolean;
  /** Hears each finding as it is made. */
  tell(finding: Finding): void;
}

/** Looks at everything that has to be in order for Plumbline to run: changes nothing, and Plumbline may be running. */
export async function examineEverything(settings: Settings, options: ExaminationOptions): Promise<Finding[]> {
  const { log, quick } = options;
  const findings: Finding[] = [];
  const add = (...more: Finding[]) => {
    for (const finding of more) options.tell(finding);
    findings.push(...more);
  };
  add(...(await examineSettings(settings, options.secretKey)));
  const { refused } = servicesOf(settings);
  add(
    ...refused.map(({ name, problems }) =>
      ill(`${name}: app`, problems.join(' '), 'Mend the app, or take it out of PLUMBLINE_APPS.'),
    ),
  );
  const server = await provideServer(settings, log);
  const databases = new Map<App, Database>();
  try {
    await examineDatabases(settings, server, databases, log, add);
    const { natsUrl } = settings;
    add(
      ...(natsUrl
        ? await examineProcesses({ ...settings, natsUrl, serviceUrls: options.givenServiceUrls }, databases, log)
        : [well('NATS', 'not in use')]),
    );
    // Where an app is left out, or tables are not there or not as they should be, nothing more can be looked at.
    if (
      refused.length > 0 ||
      databases.size < servicesOf(settings).apps.length ||
      findings.some(({ verdict, about }) => verdict === 'ill' && about.endsWith('tables'))
    )
      return findings;
    add(...(await examineRecords(databases)));
    if (!quick) add(await examineReferences(settings, server, log));
    return findings;
  } finally {
    for (const database of databases.values()) await database.close();
    await server.stop();
  }
}

async function examineDatabases(
  settings: Settings,
  server: Server,
  databases: Map<App, Database>,
  log: Log,
  add: (...findings: Finding[]) => void,
): Promise<void> {
  const services = servicesOf(settings);
  for (const app of services.apps) {
    try {
      const database = await reachDatabase(app, settings, server, log, 'doctor');
      databases.set(app, database);
      add(...(await examineDatabase(services, app, database)));
    } catch (error) {
      add(examineFailure(app, error));
    }
  }
  add(...(await examineConnections(settings, databases)), ...(await examineReplicas(settings, databases, log)));
}

async function examineReferences(settings: Settings, server: Server, log: Log): Promise<Finding> {
  const about = 'references between objects';
  const ignore = () => undefined;
  const { left } = await auditServer(settings, server, {
    repair: false,
    log,
    begin: ignore,
    progress: ignore,
    end: ignore,
    tell: ignore,
  });
  if (left === 0) return well(about, 'none dangling');
  return doubtful(
    about,
    `${left} findings`,
    'Run plumbline audit to see them, and plumbline audit --repair to mend them.',
  );
}

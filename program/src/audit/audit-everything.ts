import { createInProcessBus } from '@plumbline/bus';
import { type App, apps, type Settings } from '@plumbline/config';
import { type AttachedService, attachService, auditsOf, systemScope, work } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import type { Database } from '@plumbline/store';
import { modelCatalog } from '../start/catalogs';
import { provideServer, reachDatabase, type Server } from '../start/databases';
import { definitions } from '../start/services';
import type { Teller } from './teller';

export interface AuditOptions extends Teller {
  repair: boolean;
  log: Log;
}

/** How much was found. */
export interface Findings {
  mended: number;
  left: number;
}

const aDay = 24 * 60 * 60 * 1000;

/**
 * Looks through the databases of all services, each through its own role. Services answer one another over a bus of this
 * process' own, so that nothing has to be running; what is running is not disturbed.
 */
export async function auditEverything(settings: Settings, options: AuditOptions): Promise<Findings> {
  const server = await provideServer(settings, options.log);
  try {
    return await auditServer(settings, server, options);
  } finally {
    await server.stop();
  }
}

/** The same on a server somebody else has provided. */
export async function auditServer(settings: Settings, server: Server, options: AuditOptions): Promise<Findings> {
  const { log } = options;
  const bus = createInProcessBus({ log });
  const catalog = modelCatalog();
  const attached: [AttachedService, Database][] = [];
  try {
    for (const app of apps) {
      const database = await reachDatabase(app, settings, server, log, 'audit');
      const parts = { settings, catalog, database, bus, log };
      attached.push([await attachService(definitions[app], parts), database]);
    }
    const findings: Findings = { mended: 0, left: 0 };
    for (const [service] of attached) await auditService(service, options, findings);
    return findings;
  } finally {
    for (const [service, database] of attached) {
      await service.detach();
      await database.close();
    }
    await bus.close();
  }
}

async function auditService({ engine }: AttachedService, options: AuditOptions, findings: Findings): Promise<void> {
  const app: App = engine.app;
  for (const audit of auditsOf(definitions[app])) {
    let looked = 0;
    options.begin(app, audit.title);
    await audit.run(work(engine, systemScope(aDay)), {
      repair: options.repair,
      found: (text, mended) => {
        findings[mended ? 'mended' : 'left'] += 1;
        options.tell(text, mended);
      },
      looked: (rows) => {
        looked += rows;
        options.progress(looked);
      },
    });
    options.end(looked);
  }
}

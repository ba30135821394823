import type { Settings } from '@plumbline/config';
import { type Engine, type ServiceDefinition, systemScope, unitOfWork } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Log } from '@plumbline/log';
import type { Server } from '@plumbline/process';
import { auditsOf } from '@plumbline/upkeep';
import { attachServices } from '../start/attachedServices';
import { type Databases, onDatabases, withDatabases } from '../start/withDatabases';
import type { AuditReporter, Findings } from './auditReporter';

export interface AuditOptions extends AuditReporter {
  repair: boolean;
  log: Log;
}

const aDay = 24 * 60 * 60 * 1000;

/**
 * Looks through the databases of all services, each through its own role. Services answer one another over a bus of
 * this process' own, so that nothing has to be running; what is running is not disturbed.
 */
export const auditEverything = (settings: Settings, options: AuditOptions): Promise<Findings> =>
  withDatabases(settings, 'audit', options.log, (databases) => audit(settings, databases, options));

/** The same on a server somebody else has provided. */
export const auditServer = (settings: Settings, server: Server, options: AuditOptions): Promise<Findings> =>
  onDatabases(settings, server, 'audit', options.log, (databases) => audit(settings, databases, options));

async function audit(settings: Settings, databases: Databases, options: AuditOptions): Promise<Findings> {
  const { services, engines, detach } = await attachServices(settings, databases, options.log);
  const findings: Findings = { mended: 0, left: 0 };
  try {
    for (const engine of engines.values()) await auditService(engine, services.of(engine.app), options, findings);
    return findings;
  } finally {
    await detach();
  }
}

async function auditService(
  engine: Engine,
  definition: ServiceDefinition,
  options: AuditOptions,
  findings: Findings,
): Promise<void> {
  const { app } = engine;
  for (const audit of auditsOf(definition, registered.extensions)) {
    let looked = 0;
    options.begin(app, audit.title);
    await audit.run(unitOfWork(engine, systemScope(aDay)), {
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

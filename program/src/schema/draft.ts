import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '@plumbline/config';
import {
  engineMigrations,
  engineTables,
  fileTables,
  migrationsOf,
  type ServiceDefinition,
  tablesOf,
} from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Log } from '@plumbline/log';
import { rolesOf } from '@plumbline/process';
import {
  type Database,
  draftMigrationOf,
  migrate,
  openDatabase,
  provisionService,
  readSchema,
  type TableSpec,
} from '@plumbline/store';
import { provideServer } from '../start/provideServer';
import { allServicesOf } from '../start/services';

/** The tables that every service has beside those of its models. */
export const tablesOfEveryService = [...engineTables, ...registered.extensions.tables];

/** The tables a service must have. */
export const wantedTables = ({ models, tables = [] }: ServiceDefinition): TableSpec[] => [
  ...tablesOfEveryService,
  ...fileTables(models),
  ...tablesOf(models),
  ...tables,
];

/** What the tables that every service has lack, and what those of the service do. */
async function draftsOf(
  database: Database,
  service: ServiceDefinition,
): Promise<{ ofEngine: string; ofService: string }> {
  const names = new Set(tablesOfEveryService.map(({ name }) => name));
  const wanted = wantedTables(service);
  return {
    ofEngine: await draftMigrationOf(database, wanted, ({ name }) => names.has(name)),
    ofService: await draftMigrationOf(database, wanted, ({ name }) => !names.has(name)),
  };
}

/** New tables of models get their rows counted as they come and go (see the migration `row_tallies`). */
async function talliesToKeep(database: Database, { models }: ServiceDefinition): Promise<string[]> {
  const there = new Set((await readSchema(database)).map((table) => table.name));
  const added = models.filter((model) => !there.has(model.name));
  return added.map((model) => `select keep_tally('${model.name}');`);
}

/**
 * Writes, for each service whose models are ahead of its migrations, the next migration file, and one of the engine where
 * the tables of every service are to change; answers the files written. The drafts are for people to read and mend before they are committed.
 */
export async function draftMigrations(settings: Settings, name: string, log: Log): Promise<string[]> {
  const services = allServicesOf(settings);
  const server = await provideServer({ ...settings, databaseUrls: {} }, log);
  const written: string[] = [];
  try {
    for (const service of services.all) {
      const { app, migrations: folder } = service;
      const connectionString = await provisionService({
        adminUrl: server.url!,
        app,
        ...rolesOf(settings),
        log,
      });
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
      const bringUpToDate = () =>
        migrate({
          connectionString,
          schema: app,
          folders: migrationsOf(service),
          use: settings.databaseUse,
          log,
        });
      await bringUpToDate();
      const database = openDatabase({
        connectionString,
        schema: app,
        poolSize: 2,
        applicationName: 'plumbline draft',
        log,
      });
      try {
        const { ofEngine, ofService } = await draftsOf(database, service);
        if (ofEngine !== '') {
          written.push(writeNext(engineMigrations.path, name, [ofEngine]));
          // The other services have it from there.
          await bringUpToDate();
        }
        if (ofService !== '')
          written.push(writeNext(folder, name, [ofService, ...(await talliesToKeep(database, service))]));
      } finally {
        await database.close();
      }
    }
  } finally {
    await server.stop();
  }
  return written;
}

function writeNext(folder: string, name: string, statements: string[]): string {
  const file = join(folder, `${nextNumber(folder)}_${name}.sql`);
  writeFileSync(file, `${statements.map((text) => text.trimEnd()).join('\n')}\n`);
  return file;
}

/** The number after the highest one; there may be gaps. */
function nextNumber(folder: string): string {
  const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

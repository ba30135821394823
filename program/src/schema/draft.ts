import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, apps, type Settings } from '@plumbline/config';
import { engineTables, fileTables } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { tablesOf } from '@plumbline/model';
import {
  type Database,
  draftMigrationOf,
  migrate,
  openDatabase,
  provisionService,
  readSchema,
  type TableSpec,
} from '@plumbline/store';
import { provideServer } from '../start/databases';
import { definitions } from '../start/services';

/** The tables a service must have. */
export const wantedTables = (app: App): TableSpec[] => {
  const { models, tables = [] } = definitions[app];
  return [...engineTables, ...fileTables(models), ...tablesOf(models), ...tables];
};

/** New tables of models get their rows counted as they come and go (see the migration `row_tallies`). */
async function talliesToKeep(database: Database, app: App): Promise<string[]> {
  const there = new Set((await readSchema(database)).map((table) => table.name));
  const added = definitions[app].models.filter((model) => !there.has(model.name));
  return added.map((model) => `select keep_tally('${model.name}');`);
}

/**
 * Writes, for each service whose models are ahead of its migrations, the next migration file; answers the files
 * written. The drafts are for people to read and mend before they are committed.
 */
export async function draftMigrations(settings: Settings, name: string, log: Log): Promise<string[]> {
  const server = await provideServer({ ...settings, databaseUrls: {} }, log);
  const written: string[] = [];
  try {
    for (const app of apps) {
      const connectionString = await provisionService({
        adminUrl: server.url!,
        app,
        secretKey: settings.secretKey,
        log,
      });
      const folder = definitions[app].migrations;
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
      await migrate({ connectionString, schema: app, folder, log });
      const database = openDatabase({
        connectionString,
        schema: app,
        poolSize: 2,
        applicationName: 'plumbline draft',
        log,
      });
      try {
        const draft = await draftMigrationOf(database, wantedTables(app));
        if (draft.trim() === '') continue;
        const tallies = await talliesToKeep(database, app);
        const file = join(folder, `${nextNumber(folder)}_${name}.sql`);
        writeFileSync(file, [draft.trimEnd(), ...tallies, ''].join('\n'));
        written.push(file);
      } finally {
        await database.close();
      }
    }
  } finally {
    await server.stop();
  }
  return written;
}

/** The number after the highest one; there may be gaps. */
function nextNumber(folder: string): string {
  const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

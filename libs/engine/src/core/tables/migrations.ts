import { join } from 'node:path';
import type { MigrationFolder } from '@plumbline/store';
import type { ServiceDefinition } from '../service';

/** What makes the tables that every service has beside those of its models. */
export const engineMigrations: Required<MigrationFolder> = {
  name: 'engine',
  path: join(__dirname, '../../../migrations'),
};

/** What brings the tables of a service up to date: those of every service first, then its own. */
export const migrationsOf = ({ migrations }: Pick<ServiceDefinition, 'migrations'>): MigrationFolder[] => [
  engineMigrations,
  { path: migrations },
];

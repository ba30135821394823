import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import { identityHandlers } from './identity/busHandlers';
import { identityQuestions } from './identity/questions';
import * as models from './models';
import { seedSuperuser } from './seed/seedSuperuser';
import { attemptTable } from './sql/attemptTable';
import { firstCredentialTable } from './sql/firstCredentialTable';
import { onceTable } from './sql/onceTable';
import { configView } from './views/config';

const { version } = require('../package.json') as { version: string };

/** Who may sign in, and what they may do. */
export const usersService: ServiceDefinition = {
  app: 'users',
  title: 'Users',
  version,
  ...modelsOf(models),
  tables: [attemptTable, firstCredentialTable, onceTable],
  views: [configView],
  busHandlers: identityHandlers,
  questions: identityQuestions,
  migrations: join(__dirname, '../migrations'),
  seed: async (work) => ({ notices: await seedSuperuser(work) }),
};

import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { identityQuestions } from './identity/questions';
import { Group, ObjectPermission, Session, Token, User } from './models';
import { seedSuperuser } from './seed/seedSuperuser';
import { configView } from './views/config';

/** Who may sign in, and what they may do. */
export const usersService: ServiceDefinition = {
  app: 'users',
  models: [Group, User, ObjectPermission, Token, Session],
  views: [configView],
  questions: identityQuestions,
  migrations: join(__dirname, '../migrations'),
  seed: async (work) => ({ notices: await seedSuperuser(work) }),
};

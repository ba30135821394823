import { exitAfter, exitCodes, readArguments, readPartSettings, refuseWords, runPart } from '@plumbline/command';
import { ensureSecretKey, type Settings, SettingsError } from '@plumbline/config';
import { type ServiceDefinition, versionOf } from '@plumbline/engine';
import { createLog } from '@plumbline/log';
import { handOut, namedServer, type Server } from '@plumbline/process';
import { catalogBeside } from './catalogs';
import { migrateFlags, migrateServices } from './migrateServices';
import { runService } from './runService';

/**
 * The program of one service: a process of the split form as `plumbline --target` runs it, with the service's own code and
 * none of another's. Does what the command line says, and ends the process.
 */
export const serviceMain = (definition: ServiceDefinition): Promise<never> =>
  exitAfter(() =>
    runPart(
      {
        part: definition.app,
        version: versionOf(definition),
        start: async (settings, log, tracing, ending) =>
          runService(
            {
              definition,
              catalog: catalogBeside(definition),
              unknown: settings.loadedApps.map(({ name }) => name),
              server: demandServer(definition, settings),
            },
            settings,
            log,
            tracing,
            ending,
          ),
        commands: {
          migrate: {
            summary: 'Bring its tables up to date: migrate [--wait] [--reset-role-passwords]',
            run: (argv, env) => migrate(definition, argv, env),
          },
          'hand-out': { summary: 'Write what a part is told by files: hand-out FOLDER [PART ...]', run: handOut },
        },
      },
      process.argv.slice(2),
      process.env,
    ),
  );

/** A service alone brings no PostgreSQL. */
function demandServer({ app }: ServiceDefinition, settings: Settings): Server {
  const server = namedServer(settings, [app]);
  if (server) return server;
  throw new SettingsError([`${app} needs a PostgreSQL: set DATABASE_URL, or ${app.toUpperCase()}_DATABASE_URL.`]);
}

async function migrate(
  definition: ServiceDefinition,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const asked = readArguments(argv, { flags: migrateFlags });
  refuseWords('migrate', asked);
  const { flags, rest } = asked;
  const settings = await ensureSecretKey(readPartSettings(definition.app, env, rest, { alone: true }));
  const log = createLog({ name: 'migrate', level: 'warn' });
  const provide = async () => demandServer(definition, settings);
  await migrateServices([definition], { settings, provide, log }, flags);
  return exitCodes.done;
}

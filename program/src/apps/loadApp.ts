import { createRequire } from 'node:module';
import { isAbsolute, join, sep } from 'node:path';
import type { LoadedApp } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';
import { folderOf, loadModule } from '@plumbline/loading';
import { libraries } from './libraries';

/**
 * Loads an app from its folder or package: what it exports as `service`. Throws with what is wrong, for whoever writes or
 * installs it.
 */
export function loadApp({ from }: LoadedApp): ServiceDefinition {
  const path = isAbsolute(from) ? from : createRequire(join(process.cwd(), 'apps')).resolve(from);
  const installed = `${sep}node_modules${sep}`;
  const folder = folderOf(from);
  const reads = (file: string) => file.startsWith(folder + sep) && !file.slice(folder.length).includes(installed);
  const { service } = loadModule(path, { libraries, reads });
  const problem = whyNoService(service as Partial<ServiceDefinition> | undefined);
  if (problem) throw new Error(problem);
  return service as ServiceDefinition;
}

function whyNoService(service: Partial<ServiceDefinition> | undefined): string | undefined {
  if (typeof service !== 'object' || service === null) return 'It exports no `service`.';
  const { app, models, migrations, about } = service;
  if (typeof app !== 'string') return 'Its service does not say which `app` it is.';
  if (!Array.isArray(models) || models.length === 0) return 'Its service has no `models`.';
  if (typeof migrations !== 'string') return 'Its service does not say where its `migrations` are.';
  if (typeof about?.name !== 'string' || typeof about.version !== 'string')
    return 'Its service does not say what it is `about`: its name and its version.';
  return undefined;
}

import type { Log } from '@plumbline/log';
import type { RefusedApp } from './takeApps';

/** Says which apps are left out, and why. */
export function tellRefused({ refused }: { refused: readonly RefusedApp[] }, log: Log): void {
  for (const { name, problems } of refused)
    log.error({ app: name, problems }, `The app ${name} is left out: ${problems.join(' ')}`);
}

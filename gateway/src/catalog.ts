import type { App } from '@plumbline/config';
import type { Application } from '@plumbline/process';

/** Everything that can be asked for under `/api/`, and the version of the program. */
export interface Catalog {
  apps: Record<App, Application>;
  version: string;
}

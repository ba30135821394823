import { type App, apps } from '@plumbline/config';

/** One value for each application. */
export function byApp<T>(make: (app: App) => T): Record<App, T> {
  return Object.fromEntries(apps.map((app) => [app, make(app)])) as Record<App, T>;
}

import type { App, LoadedApp } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';
import { catalogAmong } from '@plumbline/serving';
import { claimsOf } from './claimsOf';
import { clashesOf } from './clashesOf';
import { loadApp } from './loadApp';

/** An app that is left out, and why. */
export interface RefusedApp {
  name: App;
  problems: readonly string[];
}

/** Loads apps, and tells which of them can stand beside `own` and one another. */
export function takeApps(
  apps: readonly LoadedApp[],
  own: readonly ServiceDefinition[],
): { taken: ServiceDefinition[]; refused: RefusedApp[] } {
  const refused: RefusedApp[] = [];
  let taken: ServiceDefinition[] = [];
  for (const app of apps) {
    const found = load(app, [...own, ...taken]);
    if (Array.isArray(found)) refused.push({ name: app.name, problems: found });
    else taken.push(found);
  }
  // Without one that is refused, another may refer to nothing.
  for (;;) {
    const catalog = catalogAmong([...own, ...taken]);
    const problems = new Map(taken.map((service) => [service.app, clashesOf(service, catalog)]));
    const bad = [...problems].filter(([, lines]) => lines.length > 0);
    if (bad.length === 0) return { taken, refused };
    refused.push(...bad.map(([name, lines]) => ({ name, problems: lines })));
    taken = taken.filter(({ app }) => problems.get(app)!.length === 0);
  }
}

/** The app, or what is wrong with it by itself. */
function load(app: LoadedApp, others: readonly ServiceDefinition[]): ServiceDefinition | string[] {
  try {
    const service = loadApp(app);
    const problems = claimsOf(app.name, service);
    // Throws when content types come to have the same number.
    if (problems.length === 0) catalogAmong([...others, service]);
    return problems.length > 0 ? problems : service;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

import type { Scenario, Step } from './recording';

/** What a set of scenarios comes to once the steps that cannot be answered yet are left out. */
export interface Scope {
  scenarios: Scenario[];
  /** Steps left out: their endpoint, or an object they need, is not there yet. */
  waiting: number;
}

/** Names the replayer fills in by itself, or matches without remembering. */
const givenNames = new Set(['base', 'host', 'run', 'ts', 'date', 'any', 'int', 'hex', 'hex40', 'uuid', 'b64']);

/**
 * Keeps the steps whose endpoint is served and that need nothing a step left out would have made. Only an endpoint that
 * answered with success in some recording can be missing; others (`nosuchmodel`) are recorded for being absent.
 */
export function inScope(scenarios: Scenario[], known: ReadonlySet<string>, served: ReadonlySet<string>): Scope {
  let waiting = 0;
  const kept = scenarios.map((scenario) => {
    const steps = stepsInScope(scenario.steps, (endpoint) => known.has(endpoint) && !served.has(endpoint));
    waiting += scenario.steps.length - steps.length;
    return { ...scenario, steps };
  });
  return { scenarios: kept.filter(({ steps }) => steps.length > 0), waiting };
}

function stepsInScope(steps: Step[], isMissing: (endpoint: string) => boolean): Step[] {
  const found = new Set<string>();
  const lost = new Set<string>();
  return steps.filter((step) => {
    const { expect, capture = {}, name: _, ...request } = step;
    const asked = namesIn(request);
    const answered = namesIn(expect);
    const endpoint = endpointOf(step.path);
    const isIn =
      !(endpoint !== undefined && isMissing(endpoint)) &&
      asked.every((each) => found.has(each)) &&
      !answered.some((each) => lost.has(each) && !found.has(each));
    for (const each of Object.keys(capture)) (isIn ? found : lost).add(each);
    if (isIn) for (const each of answered) found.add(each);
    return isIn;
  });
}

/** Every endpoint that some recording shows at work, as `app/name`. */
export function knownEndpoints(scenarios: Scenario[]): Set<string> {
  const known = new Set<string>();
  for (const { steps } of scenarios)
    for (const { path, expect } of steps) {
      const endpoint = endpointOf(path);
      if (endpoint !== undefined && [expect.status].flat().some((status) => status < 300)) known.add(endpoint);
    }
  return known;
}

function endpointOf(path: string): string | undefined {
  return /^\/api\/([^/]+\/[^/?]+)/.exec(path)?.[1];
}

function namesIn(value: unknown): string[] {
  const names = JSON.stringify(value ?? null).matchAll(/\{\{([A-Za-z0-9_.:~-]+)\}\}/g);
  return [...names].map(([, name]) => (name as string).split('~')[0] as string).filter((name) => !givenNames.has(name));
}

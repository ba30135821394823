import type { StartTarget } from '@plumbline/command';
import { outliveRejections } from '../apps/outliveRejections';

/** What runs each kind of target; loaded when one is to be started, since most of it is of use to that kind alone. */
const kinds = {
  all: async () => (await import('./runAll.js')).runAll,
  worker: async () => (await import('./runWorker.js')).runWorker,
  gateway: async () => (await import('./runGatewayAlone.js')).runGatewayAlone,
  service: async () => (await import('./startServiceTarget.js')).startServiceTarget,
} satisfies Record<string, () => Promise<StartTarget>>;

const isKind = (target: string): target is keyof typeof kinds => Object.hasOwn(kinds, target);

/** Starts what the settings name as target; resolves when it answers, rejects when it cannot start. */
export const startTarget: StartTarget = async (settings, log, tracing, ending) => {
  const { target } = settings;
  outliveRejections(settings, log);
  const run = await kinds[isKind(target) ? target : 'service']();
  return run(settings, log, tracing, ending);
};

/** Loads what runs targets of every kind. */
export async function loadEveryKind(): Promise<void> {
  await Promise.all(Object.values(kinds).map((load) => load()));
}

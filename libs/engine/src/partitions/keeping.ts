import type { Engine } from '../engine';
import { backgroundWork } from '../record/relay';
import type { ServiceDefinition } from '../service';
import { keepPartitions } from './keepPartitions';

/** Milliseconds between looks at partitions. */
const interval = 10 * 60_000;

/** Keeps the partitions of a service's tables in order, in the background, from its start on. */
export function startKeepingPartitions(
  engine: Engine,
  { models, retention = [] }: ServiceDefinition,
): { stop(): Promise<void> } {
  const parted = models.filter((model) => model.partitionBy !== undefined);
  const keep = async (): Promise<void> => {
    for (const model of parted) {
      const days = retention.find((each) => each.model === model)?.days(engine.settings) ?? 0;
      const { added, removed, rows } = await keepPartitions(backgroundWork(engine), model, days);
      if (added.length > 0) engine.log.info({ added }, 'partitions made ahead');
      if (removed.length > 0) engine.log.info({ removed, rows, days }, 'partitions out of date were removed');
    }
  };
  const look = (): Promise<void> =>
    keep().catch((error) => engine.log.warn({ error: String(error) }, 'partitions stay as they are for now'));
  let round = parted.length > 0 ? look() : Promise.resolve();
  const timer = setInterval(() => {
    if (parted.length > 0) round = round.then(look);
  }, interval);
  return {
    stop: () => {
      clearInterval(timer);
      return round;
    },
  };
}

import { type Repeated, repeatedly } from '../../core/background/repeatedly';
import type { Engine } from '../../core/engine';
import type { ServiceDefinition } from '../../core/service';
import { backgroundWork } from '../../core/unitOfWork';
import { keepPartitions } from './keepPartitions';

/** Milliseconds between looks at partitions. */
const interval = 10 * 60_000;

/** Keeps the partitions of a service's tables in order, in the background, from its start on. */
export function startKeepingPartitions(engine: Engine, { models, retention = [] }: ServiceDefinition): Repeated {
  const parted = models.filter((model) => model.partitionBy !== undefined);
  if (parted.length === 0) return { stop: async () => {} };
  const keep = async (): Promise<void> => {
    for (const model of parted) {
      const days = retention.find((each) => each.model === model)?.days(engine.settings) ?? 0;
      const { added, removed, rows, failure } = await keepPartitions(backgroundWork(engine), model, days);
      if (added.length > 0) engine.log.info({ added }, 'partitions made ahead');
      if (removed.length > 0) engine.log.info({ removed, rows, days }, 'partitions out of date were removed');
      if (failure !== undefined)
        engine.log.warn(
          { error: String(failure), model: model.label },
          'rows of a month could not be moved to its partition',
        );
    }
  };
  return repeatedly(keep, {
    interval,
    failed: (error) => engine.log.warn({ error: String(error) }, 'partitions stay as they are for now'),
    atOnce: true,
  });
}

import type { App, Settings } from '@plumbline/config';
import { type Engine, extensionsOf, isHalfRestored, systemScope, unitOfWork as workOf } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import type { Model } from '@plumbline/model';
import { dependencyOrder, dumpLines, endpointOf, type Snapshot } from '@plumbline/upkeep';
import { attachServices } from '../start/attachedServices';
import { ownServices, type Services } from '../start/services';
import { withDatabases } from '../start/withDatabases';
import { refuseUnlessCurrent } from '../start/withServices';
import { consistentSnapshots } from './consistentSnapshots';
import { type MarkedSink, markEnds } from './markEnds';

/** Takes the lines of a dump; resolves when it wants more. */
export type Sink = (text: string) => Promise<void>;

export interface DumpOptions {
  /** Leave the change log out. */
  withoutChanges?: boolean;
  /** Also where a restore was cut off: only a part of what its file holds is there, and the dump does not show it. */
  halfRestored?: boolean;
  /** Hears how far it has come. */
  progress?: (endpoint: string, written: number) => void;
  log: Log;
}

/** Every model of these services, each after those its objects cannot be without. */
export const allModels = ({ all }: Services = ownServices): Model[] =>
  dependencyOrder(all.flatMap(({ models }) => models));

/** The model whose objects are the change log. */
export const changeLog = 'extras.objectchange';

/**
 * Writes everything there is at one moment as JSON lines, and answers how many objects that were. Plumbline may be
 * running.
 */
export async function dumpEverything(settings: Settings, sink: Sink, options: DumpOptions): Promise<number> {
  const { log } = options;
  return withDatabases(settings, 'dump', log, async (databases, server) => {
    await refuseUnlessCurrent(settings, databases, 'dump');
    const live = await attachServices(settings, databases, log, server);
    let snapshots: ReadonlyMap<App, Snapshot> | undefined;
    try {
      snapshots = await consistentSnapshots(live);
      return await dumpMoment(settings, snapshots, sink, options);
    } finally {
      await Promise.all([...(snapshots?.values() ?? [])].map((snapshot) => snapshot.release()));
      await live.detach();
    }
  });
}

async function dumpMoment(
  settings: Settings,
  snapshots: ReadonlyMap<App, Snapshot>,
  sink: Sink,
  options: DumpOptions,
): Promise<number> {
  const frozen = new Map([...snapshots].map(([app, { database }]) => [app, database]));
  const { services, engines, detach } = await attachServices(settings, frozen, options.log);
  const marking = markEnds(sink);
  let total = 0;
  try {
    if (!options.halfRestored) await refuseHalfRestored(engines);
    for (const engine of engines.values())
      for (const { read } of extensionsOf(engine).followed) await read(workOf(engine, systemScope()));
    for (const model of allModels(services)) {
      if (options.withoutChanges && model.label === changeLog) continue;
      total += await dumpModel(engines.get(model.app)!, model, marking, options);
    }
    await marking.end();
  } finally {
    await detach();
  }
  return total;
}

/** A dump of a part would look whole, and take the place of one that is. */
async function refuseHalfRestored(engines: ReadonlyMap<App, Engine>): Promise<void> {
  for (const engine of engines.values())
    if (await isHalfRestored(engine.database))
      throw new Error(
        `A file was begun to be restored here and is not restored to its end (${engine.app}): a dump would hold a part, and look whole. ` +
          'Stop Plumbline and give the same plumbline restore FILE again, which goes on where it was; or have what there is with plumbline dump --half-restored.',
      );
}

async function dumpModel(engine: Engine, model: Model, sink: MarkedSink, { progress }: DumpOptions): Promise<number> {
  let written = 0;
  for await (const lines of dumpLines(engine, model)) {
    await sink.take(lines.join(''));
    written += lines.length;
    progress?.(endpointOf(model), written);
  }
  return written;
}

import type { Engine } from '../engine';
import { backgroundWork } from '../record/relay';
import { dropUnusedFiles } from './contents';
import { fileColumns } from './tables';

/** Milliseconds between looks for files that nothing refers to. */
const interval = 5 * 60_000;

/** Removes files nothing refers to, in the background, as long as the service runs. */
export function startSweepingFiles(engine: Engine): { stop(): Promise<void> } {
  if (fileColumns(engine.models.values()).length === 0) return { stop: async () => {} };
  let round = Promise.resolve();
  const sweep = async (): Promise<void> => {
    const files = await dropUnusedFiles(backgroundWork(engine));
    if (files > 0) engine.log.info({ files }, 'files that nothing refers to were removed');
  };
  const timer = setInterval(() => {
    round = round.then(sweep).catch((error) => engine.log.warn({ error: String(error) }, 'unused files stay for now'));
  }, interval);
  return {
    stop: () => {
      clearInterval(timer);
      return round;
    },
  };
}

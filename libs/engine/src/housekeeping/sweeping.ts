import { type Repeated, repeatedly } from '../core/background/repeatedly';
import type { Engine } from '../core/engine';
import { fileColumns } from '../core/tables/fileTables';
import { backgroundWork } from '../core/unitOfWork';
import { dropUnusedFiles } from '../write/files/contents';

/** Milliseconds between looks for files that nothing refers to. */
const interval = 5 * 60_000;

/** Removes files nothing refers to, in the background, as long as the service runs. */
export function startSweepingFiles(engine: Engine): Repeated {
  if (fileColumns(engine.models.values()).length === 0) return { stop: async () => {} };
  const sweep = async (): Promise<void> => {
    const files = await dropUnusedFiles(backgroundWork(engine));
    if (files > 0) engine.log.info({ files }, 'files that nothing refers to were removed');
  };
  return repeatedly(sweep, {
    interval,
    failed: (error) => engine.log.warn({ error: String(error) }, 'unused files stay for now'),
  });
}

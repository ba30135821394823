import { syncTask } from '../git/syncTask';
import type { BackgroundTask } from './backgroundTask';

/** Everything that is done in the background by this service itself, by name. */
export const backgroundTasks: Record<string, BackgroundTask> = {
  gitSync: syncTask({ isRehearsal: false }),
  gitDryRun: syncTask({ isRehearsal: true }),
};

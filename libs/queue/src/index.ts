export { provideQueue, type QueueOptions } from './provide-queue';
export { openQueue, type Queue, type Queued } from './queue';
export type { Runner, RunnerOptions, Task } from './runner';

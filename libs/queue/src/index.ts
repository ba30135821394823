export { provideQueue } from './provideQueue';
export { openQueue, type Queue, type Queued } from './queue';
export type { QueueOptions } from './queueOptions';
export type { Runner, RunnerOptions, Task } from './runner';

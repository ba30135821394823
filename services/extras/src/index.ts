export * from './models';
export { type SwitchedOn, switchOnPaused } from './paused/switchOnPaused';
export * from './service';
export { startWorker, type WorkerOptions } from './worker/startWorker';

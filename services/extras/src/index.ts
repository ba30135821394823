export * from './models';
export { type SwitchedOn, switchOnPaused } from './paused/switchOnPaused';
export * from './service';
export { startWorker, type WorkerOptions, workerName } from './worker/startWorker';

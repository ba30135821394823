export * from './models';
export * from './service';
export { startWorker, type WorkerOptions } from './worker/startWorker';

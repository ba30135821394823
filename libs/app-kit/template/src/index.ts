export * from './models';
export { service } from './service';

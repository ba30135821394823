export * from './audit';
export { auditsOf } from './auditsOf';
export { pageOf } from './outbox';

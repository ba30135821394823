export * from './bus';
export { changedBus } from './changed-bus';
export * from './envelope';
export * from './failures';
export { createInProcessBus } from './in-process-bus';
export { measuredBus } from './measured-bus';
export { createNatsBus, type NatsBusOptions } from './nats/nats-bus';

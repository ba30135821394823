export * from './bus';
export * from './envelope';
export * from './failures';
export { createInProcessBus } from './in-process-bus';
export { createNatsBus, type NatsBusOptions } from './nats/nats-bus';

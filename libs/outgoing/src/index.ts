export * from './address-refusal';
export * from './guarded-agents';
export * from './guarded-lookup';
export * from './outgoing-error';
export * from './send-request';

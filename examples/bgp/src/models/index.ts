export * from './addressFamily';
export * from './autonomousSystem';
export * from './peerGroup';
export * from './peerGroupTemplate';
export * from './peering';
export * from './policyTerm';
export * from './routingPolicy';

export * from './addressFamily';
export * from './autonomousSystem';
export * from './peerGroup';
export * from './peering';

// Written by `npm run generate`.
export * from './ipAddress';
export * from './ipAddressToInterface';
export * from './namespace';
export * from './prefix';
export * from './rir';
export * from './routeTarget';
export * from './service';
export * from './vlan';
export * from './vlanGroup';
export * from './vrf';
export * from './vrfDeviceAssignment';
export * from './vrfPrefixAssignment';

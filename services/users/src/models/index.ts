// Written by `npm run generate`.
export * from './externalIdentity';
export * from './group';
export * from './objectPermission';
export * from './secondFactor';
export * from './session';
export * from './token';
export * from './user';

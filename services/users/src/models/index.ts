// Written by `npm run generate`.
export * from './group';
export * from './objectPermission';
export * from './session';
export * from './token';
export * from './user';

export * from './conformance';
export * from './database';
export * from './expectFlat';
export * from './facts';
export * from './picture';
export * from './realm';
export * from './settled';

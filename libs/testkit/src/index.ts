export * from './conformance';
export * from './database';
export * from './expectFlat';
export * from './facts';
export * from './picture';
export { type RecordedStatement, recordStatements } from './recordStatements';
export * from './send';
export * from './settled';
export * from './testServices';

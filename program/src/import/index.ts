export type { Comparison } from './compare';
export { type Imported, type ImportOptions, importServer } from './importServer';
export { describeShortfall } from './shortfalls';
export { unpause } from './unpause';

export * from './answer/createGraph';
export type { GraphAnswer, GraphProblem } from './answer/graphAnswer';
export type { Limits } from './answer/limits';
export { readQuery, variablesOf } from './answer/readQuery';
export { type GraphRequest, readRequest, requestOf } from './answer/readRequest';
export type { CustomFieldDefinition, Definitions } from './schema/definitions';
export { choiceName, manyName } from './schema/names';

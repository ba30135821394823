export * from './deepMerge';
export * from './keepLocalContexts';
export * from './localContext';
export * from './localContextKeepsToSchema';
export * from './localContextRules';
export * from './messages';
export * from './readSurroundings';
export * from './renderContexts';

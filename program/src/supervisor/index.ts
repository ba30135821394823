export { ready } from './keep-running';
export { type SplitOptions, startSplit } from './start-split';

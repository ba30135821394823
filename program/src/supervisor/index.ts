export { type SplitOptions, startSplit } from './startSplit';

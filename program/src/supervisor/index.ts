export { ready } from './keepRunning';
export { type SplitOptions, startSplit } from './startSplit';

export { examineEverything } from './examineEverything';
export type { Finding, Verdict } from './finding';

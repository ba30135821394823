export { examineEverything } from './examine-everything';
export type { Finding, Verdict } from './finding';

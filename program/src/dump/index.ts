export { type DumpOptions, dumpEverything } from './dumpEverything';
export { writeDump } from './writeDump';

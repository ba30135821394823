export { type DumpOptions, dumpEverything } from './dump-everything';
export { writeDump } from './write-dump';

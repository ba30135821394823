export { exportCsv, exportPortion, inPortions } from './exportCsv';
export { type CsvLimits, lineEnds, readCsv } from './readCsv';
export { csvPaths, writeCsv } from './writeCsv';

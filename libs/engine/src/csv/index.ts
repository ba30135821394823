export { exportCsv, exportPortion, inPortions } from './exportCsv';
export { type CsvLimits, readCsv } from './readCsv';
export { csvPaths, writeCsv } from './writeCsv';

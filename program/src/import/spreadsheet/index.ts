export { importSpreadsheet, rowOf, type SpreadsheetImported } from './importSpreadsheet';

export { type Imported, importServer } from './import-server';

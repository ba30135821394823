export { createIsolated, type Isolated } from './isolated';

export { createLog, type Log, type LogOptions } from './log';
export { redact } from './redact';

export { createLog, isForPeople, type Log, type LogFormat, type LogOptions } from './log';
export { redact } from './redact';

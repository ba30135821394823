export { after } from './after';
export { type Api, ApiError, type Parameters } from './api';
export { type Checked, checkValues, type ValueErrors } from './checkValues';
export type { JobContext, JobLog, LogDetails, LogLevel } from './context';
export { defineJob, describeJob, isJob, type Job, type JobDefinition } from './defineJob';
export { type JobDescription, type VariableDescription, type VariableType, variableTypes } from './description';
export type { JobExport, LogLine, RunOrder } from './messages';
export {
  inspectFile,
  lastWordsOf,
  type Outcome,
  type ProcessLimits,
  type RunHandlers,
  type RunningJob,
  runJob,
} from './runJob';
export { storableText } from './storableText';
export { type ApiObject, type GivenFile, type ValuesOf, type Variable, v } from './variables';

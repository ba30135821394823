export { auditEverything, auditServer } from './auditEverything';
export { auditSummary, reportTo } from './auditReporter';

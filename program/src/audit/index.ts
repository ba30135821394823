export { auditEverything, auditServer } from './audit-everything';
export { tellOn, verdict } from './teller';

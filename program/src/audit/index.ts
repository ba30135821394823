export { auditEverything } from './audit-everything';
export { tellOn, verdict } from './teller';

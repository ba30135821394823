export { auditsOf } from './auditsOf';

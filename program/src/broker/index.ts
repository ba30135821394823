export { brokerAuthorization } from './brokerAuthorization';

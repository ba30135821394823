export { exportDeviceTypes } from './exportDeviceTypes';
export { importDeviceTypes } from './importDeviceTypes';

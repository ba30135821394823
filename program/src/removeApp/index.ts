export { type AppRemains, removeApp } from './removeApp';

export { type Loading, loadModule } from './loadModule';

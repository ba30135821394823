export { folderOf } from './folderOf';
export { type Loading, loadModule } from './loadModule';

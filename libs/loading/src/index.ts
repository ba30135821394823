export { folderOf } from './folderOf';
export { compile, type Loading, loadModule } from './loadModule';

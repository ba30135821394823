export { idFor, importNetbox, type NetboxImported, type NetboxImportOptions, netboxLists } from './importNetbox';

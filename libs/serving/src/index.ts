export { applicationsOf } from './applicationOf';
export { brokenPanels } from './brokenPanels';
export { brokenValidators } from './brokenValidators';
export { catalogAmong, modelCatalog } from './catalogs';
export { migrateFlags, migrateServices } from './migrateServices';
export { runService } from './runService';
export { serviceMain } from './serviceMain';

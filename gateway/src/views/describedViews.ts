import type { Bus } from '@plumbline/bus';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';
import { indexViews } from './indexes';
import { lookupChoicesViews } from './lookupChoices';
import { menuView } from './menu';
import { modelsView } from './models';
import { objectCountsView } from './objectCounts';
import { referrerCountsView } from './referrerCounts';
import { statusView } from './status';

/** The gateway's views, of which the description of the API tells as far as they have a schema. */
export const describedViews = (bus: Bus, catalog: Catalog): ApiView[] => [
  ...indexViews(bus, catalog),
  statusView(bus, catalog),
  objectCountsView(bus, catalog),
  menuView(bus, catalog),
  modelsView(bus, catalog),
  referrerCountsView(bus, catalog),
  ...lookupChoicesViews(bus, catalog),
];

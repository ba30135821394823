import { type Action, type ActionHandler, type ActionRequest, pageLinks, readPage } from '@plumbline/engine';
import { devicesShown, reservationsOf } from '../elevation/contents';
import { type ElevationQuery, readElevationQuery } from '../elevation/elevationQuery';
import { pictureOf } from '../elevation/picture';
import { unitsOf } from '../elevation/rackUnits';
import { Rack } from '../models';
import { type Occupant, occupantsOf } from '../rules/rackSpace';
import { describeElevation } from './descriptions';

/** The units of a rack as one face of it shows them: a list, a page at a time, or a picture. */
const show: ActionHandler = async (request) => {
  const wanted = readElevationQuery(request.query);
  const occupants = await occupantsOf(request.work.sql, [request.row!.id as string]);
  return wanted.asPicture ? picture(request, wanted, occupants) : list(request, wanted, occupants);
};

function list({ work, row, query }: ActionRequest, wanted: ElevationQuery, occupants: Occupant[]) {
  const standing = occupants.filter(({ id }) => id !== wanted.exclude);
  const units = unitsOf(row!, wanted, standing).filter(({ name }) => name.includes(wanted.contains));
  const page = readPage(query, work.engine.settings);
  const address = `${work.scope.base}/api/dcim/racks/${row!.id}/elevation/`;
  const end = page.limit === undefined ? undefined : page.offset + page.limit;
  const results = units.slice(page.offset, end);
  return { status: 200, body: { count: units.length, ...pageLinks(address, query, page, units.length), results } };
}

async function picture({ work, row }: ActionRequest, wanted: ElevationQuery, occupants: Occupant[]) {
  const [devices, reservations] = await Promise.all([devicesShown(work, row!), reservationsOf(work, row!)]);
  const drawn = { rack: row!, occupants, devices, reservations, base: work.scope.base };
  return {
    status: 200,
    body: Buffer.from(pictureOf(drawn, wanted)),
    headers: {
      'Content-Type': 'image/svg+xml',
      // The picture brings its own style and shows pictures kept here; nothing else may come with it.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    },
  };
}

/** The units of a rack, and which are occupied. */
export const elevation: Action = {
  model: Rack,
  name: 'elevation',
  methods: { GET: show },
  describe: describeElevation,
};

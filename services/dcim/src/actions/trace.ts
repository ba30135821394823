import { cableTraceRequest } from '@plumbline/domain';
import {
  type Action,
  type ActionHandler,
  apiSchema,
  asViewer,
  type BusHandler,
  type UnitOfWork,
} from '@plumbline/engine';
import { JsonText } from '@plumbline/http';
import type { Label, Model } from '@plumbline/model';
import { pathFrom, type StoredPath } from '../cabling/paths/read';
import type { Termination } from '../cabling/paths/walk';
import { showBareCables, showTerminations } from '../cabling/showTerminations';
import { ConsolePort, ConsoleServerPort, Interface, PowerFeed, PowerOutlet, PowerPort } from '../models';

/** A cable with what is at its two ends; after the last one there may be a port that none is plugged into. */
type Segment = [near: Termination, cable: Termination | undefined, far: Termination | undefined];

function segmentsOf({ origin, nodes, destination }: StoredPath): Segment[] {
  const stations: (Termination | undefined)[] = [origin, ...nodes];
  while (stations.length % 3 !== 2) stations.push(undefined);
  stations.push(destination);
  const segments: Segment[] = [];
  for (let start = 0; start < stations.length && stations[start]; start += 3)
    segments.push(stations.slice(start, start + 3) as Segment);
  return segments;
}

/** The cable path from an endpoint as JSON text. */
async function traceText(work: UnitOfWork, origin: Termination): Promise<string> {
  const path = await pathFrom(work.sql, origin);
  const segments = path ? segmentsOf(path) : [];
  const terminations = segments.flatMap(([near, , far]) => (far ? [near, far] : [near]));
  const cables = segments.flatMap(([, cable]) => (cable ? [cable.id] : []));
  const [show, bare] = await Promise.all([showTerminations(work, terminations), showBareCables(work, cables)]);
  const texts = segments.map(
    ([near, cable, far]) => `[${show(near)},${(cable && bare.get(cable.id)) ?? 'null'},${far ? show(far) : 'null'}]`,
  );
  return `[${texts.join(',')}]`;
}

const follow: ActionHandler = async ({ work, model, row }) => ({
  status: 200,
  body: new JsonText(await traceText(work, { type: model.label, id: String(row!.id) })),
});

const trace = (model: Model): Action => ({
  model,
  name: 'trace',
  methods: { GET: follow },
  describe: {
    GET: {
      description: 'Follow the cables from here: near end, cable and far end of each.',
      responses: { 200: apiSchema.listOf(apiSchema.listOf(apiSchema.orNull(apiSchema.anyObject))) },
    },
  },
});

/** Where the cables at endpoints lead. */
export const traces = [ConsolePort, ConsoleServerPort, PowerPort, PowerOutlet, Interface, PowerFeed].map(trace);

/** Answers the same of an endpoint that another service owns. */
export const traceFor: BusHandler = async (work, payload) => {
  const { type, id, base, viewer } = cableTraceRequest.parse(payload);
  const seeing = viewer ? asViewer(work, viewer) : work;
  const based: UnitOfWork = { ...seeing, scope: { ...seeing.scope, base } };
  return JSON.parse(await traceText(based, { type: type as Label, id }));
};

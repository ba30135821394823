import { cableTraceRequest } from '@plumbline/contracts';
import { type Action, type ActionHandler, apiSchema, type Question, type Work } from '@plumbline/engine';
import { JsonText } from '@plumbline/http';
import type { Label, Model } from '@plumbline/model';
import { type Path, pathFrom } from '../cabling/paths/read';
import type { Place } from '../cabling/paths/walk';
import { showBareCables, showPlaces } from '../cabling/showPlaces';
import { ConsolePort, ConsoleServerPort, Interface, PowerFeed, PowerOutlet, PowerPort } from '../models';

/** A cable with what is at its two ends; after the last one there may be a port that none is plugged into. */
type Segment = [near: Place, cable: Place | undefined, far: Place | undefined];

function segmentsOf({ origin, nodes, destination }: Path): Segment[] {
  const stations: (Place | undefined)[] = [origin, ...nodes];
  while (stations.length % 3 !== 2) stations.push(undefined);
  stations.push(destination);
  const segments: Segment[] = [];
  for (let start = 0; start < stations.length && stations[start]; start += 3)
    segments.push(stations.slice(start, start + 3) as Segment);
  return segments;
}

/** The way from an endpoint as JSON text. */
async function traceText(work: Work, origin: Place): Promise<string> {
  const path = await pathFrom(work.sql, origin);
  const segments = path ? segmentsOf(path) : [];
  const places = segments.flatMap(([near, , far]) => (far ? [near, far] : [near]));
  const cables = segments.flatMap(([, cable]) => (cable ? [cable.id] : []));
  const [show, bare] = await Promise.all([showPlaces(work, places), showBareCables(work, cables)]);
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
      responses: { 200: apiSchema.listOf(apiSchema.listOf({ type: 'object', nullable: true })) },
    },
  },
});

/** Where the cables at endpoints lead. */
export const traces = [ConsolePort, ConsoleServerPort, PowerPort, PowerOutlet, Interface, PowerFeed].map(trace);

/** Answers the same of an endpoint that another service owns. */
export const traceFor: Question = async (work, payload) => {
  const { type, id, base } = cableTraceRequest.parse(payload);
  const based: Work = { ...work, scope: { ...work.scope, base } };
  return JSON.parse(await traceText(based, { type: type as Label, id }));
};

import type { BusUse, Subject } from '@plumbline/bus';
import type { Catalog, Manifest } from '@plumbline/model';
import { goesAlong } from '../core/deletions/goesAlong';
import type { Extensions, Registered } from '../core/extensions/extension';
import type { ServiceDefinition } from '../core/service';
import { withDefinitions } from '../sync/syncDefinitions';
import { referrersUnknownToRelease } from '../write/references/foreignReferrers';

/** What is asked of models that something leads to. */
const readings = ['find', 'fetch', 'portray'];
/** What is asked of services whose models refer to what is deleted. */
const deletionVerbs = ['referrers', 'apply', 'release', 'waitForReferrers'];

/**
 * What each service asks, tells and hears, as it follows from the models of all, from what they follow, and from the
 * questions they declare. The broker lets them do that and nothing else.
 */
export function busUses(
  definitions: readonly ServiceDefinition[],
  catalog: Catalog,
  { extensions, grants }: Registered,
): BusUse[] {
  const unasked = unaskedDeletions(definitions, catalog);
  return definitions.map((definition) => {
    const { app } = definition;
    const following = followingSubjects(definition, catalog, extensions);
    const readable = readableModels(definition, definitions, catalog, extensions);
    return {
      name: app,
      serves: true,
      asks: [
        ...readable.flatMap(({ manifest, verbs }) => verbs.map((verb) => subjectOf(manifest, verb))),
        ...referringApps(definition, catalog).flatMap((other) =>
          ['count', ...deletionVerbs].map((verb) => ofService(other, verb)),
        ),
        ...unknownReferrers(definition, catalog).map((other) => ofService(other, 'protectors')),
        // Whether something that is referred to without a relation is still there.
        ...[...new Set(readable.map(({ manifest }) => manifest.app))].map((other) => ofService(other, 'gone')),
        ...unasked.filter(({ from }) => from === app).map(({ to }) => ofService(to, 'referrersUnasked')),
        ...definitions
          .filter((other) => other.app !== app)
          .flatMap((other) => [
            ofService(other.app, 'deletions'),
            ofService(other.app, 'manifest'),
            { app: other.app, model: 'outbox', verb: 'reached' },
          ]),
        ...following.sources.map((source) => ({ app: source, model: 'outbox', verb: 'read' })),
        ...[...new Set(definition.models.flatMap(({ label }) => catalog.followers(label)))].map((follower) =>
          ofService(follower, 'follow'),
        ),
        ...validatingApps(definition, catalog).map((other) => ofService(other, 'validate')),
        ...grants.asks,
        ...extensions.all.flatMap((extension) =>
          definition.models.some(extension.concerns) ? (extension.asks ?? []) : [],
        ),
        ...ownRequests(definition, definitions, catalog),
      ],
      tells: [
        ...ownEvents(definition, extensions),
        ofService(app, 'started'),
        ...definition.models.map(({ name }) => ({ app, model: name, verb: 'changed' })),
      ],
      hears: [
        ...ownEvents(definition, extensions),
        ofService('*', 'started'),
        ...following.events,
        // Handing change records on, one hears of them all.
        { app, model: '*', verb: 'changed' },
        // What is remembered of objects elsewhere is forgotten when they change.
        ...readable.map(({ manifest }) => subjectOf(manifest, 'changed')),
      ],
      keeps: true,
    };
  });
}

const subjectOf = ({ app, name }: Pick<Manifest, 'app' | 'name'>, verb: string): Subject => ({
  app,
  model: name,
  verb,
});

const ofService = (app: string, verb: string): Subject => ({ app, model: 'service', verb });

/**
 * The models of other services that a service's objects are shown, found or written with: what they refer to, what that
 * refers to, and so on; what refers to them, with what that refers to; and what extensions lead to.
 */
function readableModels(
  definition: ServiceDefinition,
  definitions: readonly ServiceDefinition[],
  catalog: Catalog,
  extensions: Extensions,
): { manifest: Manifest; verbs: string[] }[] {
  const own = new Set<string>(definition.models.map(({ label }) => label));
  const ledTo = new Map<string, readonly string[]>();
  for (const { concerns, leadsAnywhere = [] } of extensions.all)
    if (leadsAnywhere.length > 0 && definition.models.some(concerns))
      for (const { label } of definitions.flatMap(({ models }) => models.filter(concerns)))
        ledTo.set(label, [...(ledTo.get(label) ?? []), ...leadsAnywhere]);
  const reached = new Set<string>([
    ...own,
    ...ledTo.keys(),
    ...[...own].flatMap((label) => catalog.referrers(label).map(({ from }) => from.label)),
    ...extensions.followed
      .filter(({ concerns }) => concerns(surroundings(definition, catalog)))
      .flatMap(({ models }) => models),
  ]);
  // A set takes what is added while one goes through it.
  // What may be about anything leads nowhere, seen from elsewhere.
  for (const label of reached)
    for (const { to, typeField } of catalog.find(label)?.relations ?? [])
      if (own.has(label) || typeField === undefined) reached.add(to);
  return [...reached].flatMap((label) => {
    const manifest = own.has(label) ? undefined : catalog.find(label);
    return manifest && !manifest.sealed ? [{ manifest, verbs: [...readings, ...(ledTo.get(label) ?? [])] }] : [];
  });
}

/** The applications, this one aside, with models that refer to those of a service. */
function referringApps({ app, models }: ServiceDefinition, catalog: Catalog): string[] {
  const apps = models.flatMap(({ label }) => catalog.referrers(label).map(({ from }) => from.app));
  return [...new Set(apps)].filter((other) => other !== app);
}

/** The applications that a service asks in the place of owners of a release that does not know that they refer to something of theirs. */
function unknownReferrers({ app }: ServiceDefinition, catalog: Catalog): string[] {
  const labels = catalog.manifests.map(({ label }) => label);
  const asked = labels.filter((label) => catalog.askedByRelease(label).includes(app));
  return [...new Set(asked.flatMap((label) => referrersUnknownToRelease(catalog, [label])))];
}

/** The applications with rules on models of a service. */
const validatingApps = ({ models }: ServiceDefinition, catalog: Catalog): string[] => [
  ...new Set(models.flatMap(({ label }) => catalog.validators(label).map(({ app }) => app))),
];

/** Who asks whom about deletions that no client has asked for: those who make them, and whoever they cascade to. */
function unaskedDeletions(definitions: readonly ServiceDefinition[], catalog: Catalog): { from: string; to: string }[] {
  const going = new Set<string>(
    definitions
      .filter(({ deletesUnasked }) => deletesUnasked)
      .flatMap(({ models }) => models.map(({ label }) => label)),
  );
  const pairs = new Map<string, { from: string; to: string }>();
  for (const label of going)
    for (const relation of catalog.referrers(label)) {
      const { from } = relation;
      if (goesAlong(relation)) going.add(from.label);
      const pair = { from: catalog.find(label)?.app ?? '', to: from.app };
      if (pair.from !== pair.to) pairs.set(`${pair.from} ${pair.to}`, pair);
    }
  return [...pairs.values()];
}

const surroundings = ({ models }: ServiceDefinition, catalog: Catalog) => ({
  models: new Map(models.map((model) => [model.label as string, model])),
  catalog,
});

function followingSubjects(
  definition: ServiceDefinition,
  catalog: Catalog,
  extensions: Extensions,
): { sources: string[]; events: Subject[] } {
  const following = withDefinitions(surroundings(definition, catalog), definition.follow, extensions.followed);
  if (!following) return { sources: [], events: [] };
  const { of } = following;
  const followed = catalog.manifests.filter(({ label }) => of === 'everything' || of.includes(label));
  const apps = [...new Set(followed.map(({ app }) => app))];
  return {
    sources: apps.filter((app) => app !== definition.app),
    events:
      of === 'everything'
        ? apps.map((app) => ({ app, model: '*', verb: 'changed' }))
        : followed.map((manifest) => subjectOf(manifest, 'changed')),
  };
}

/** What the processes of a service tell one another. */
const ownEvents = ({ app, events = [] }: ServiceDefinition, extensions: Extensions): Subject[] => [
  ...extensions.followed.map(({ name }) => ({ app, model: name, verb: 'known' })),
  ...events,
];

function ownRequests(
  { asks = [] }: ServiceDefinition,
  definitions: readonly ServiceDefinition[],
  catalog: Catalog,
): Subject[] {
  return asks.flatMap((request) => {
    if ('app' in request) return [request];
    const { of, verbs } = request;
    if (of === 'every service') return definitions.flatMap(({ app }) => verbs.map((verb) => ofService(app, verb)));
    const asked =
      of === 'every model' ? catalog.manifests.filter(({ sealed }) => !sealed) : [catalog.find(of) ?? fail(of)];
    return asked.flatMap((manifest) => verbs.map((verb) => subjectOf(manifest, verb)));
  });
}

function fail(label: string): never {
  throw new TypeError(`there is no model ${label} that could be asked about`);
}

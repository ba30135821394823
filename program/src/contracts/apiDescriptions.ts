import { createInProcessBus } from '@plumbline/bus';
import { openApiOf } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import {
  describedViews,
  type Fragment,
  inlineParameters,
  mergeFragments,
  type OpenApiDocument,
  ownPaths,
} from '@plumbline/gateway';
import { contractRelease } from '@plumbline/http';
import { createLog } from '@plumbline/log';
import type { OpenAPIV3 } from 'openapi-types';
import { endpointCatalog } from '../start/endpointCatalog';
import { ownServices } from '../start/services';
import { shareParameters } from './shareParameters';

/** The description of each application's endpoints, and of the gateway's own, as it is reviewed: each whole by itself. */
export function apiDescriptions(): Map<string, OpenApiDocument> {
  const fragments: [string, Fragment][] = [
    ...ownServices.all.map((service): [string, Fragment] => [service.app, openApiOf(service, registered.extensions)]),
    ['gateway', gatewayFragment()],
  ];
  const { components } = merged(fragments.map(([, fragment]) => fragment));
  return new Map(
    fragments.map(([name, fragment]) => [name, shareParameters(merged([completed(fragment, components)]))]),
  );
}

/** The one document that is served, from descriptions as they are reviewed. */
export const wholeDescription = (descriptions: Iterable<OpenApiDocument>): OpenApiDocument =>
  merged([...descriptions].map(inlineParameters));

const merged = (fragments: Fragment[]): OpenApiDocument =>
  mergeFragments(fragments, `${contractRelease} (2.1)`, (component) => {
    throw new Error(`Two services describe ${component} differently.`);
  });

/** What the gateway says of its own views; none of them is asked. */
function gatewayFragment(): Fragment {
  const bus = createInProcessBus({ log: createLog({ name: 'contracts', level: 'silent' }) });
  return ownPaths(describedViews(bus, endpointCatalog(ownServices.all)));
}

/** A fragment with what it refers to and others describe. */
function completed(fragment: Fragment, all: OpenAPIV3.ComponentsObject): Fragment {
  const known = all as Record<string, Record<string, object>>;
  const components = structuredClone(fragment.components ?? {}) as typeof known;
  const complete = (value: object): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      components[kind] ??= {};
      if (components[kind][name]) continue;
      components[kind][name] = known[kind]![name]!;
      complete(components[kind][name]);
    }
  };
  complete(fragment);
  return { paths: fragment.paths, components };
}

import type { Engine } from '@plumbline/engine';
import { createGraph, type Graph } from '@plumbline/graphql';
import { ContentType } from '../models/contentType';
import { definitions } from './definitions';

const graphs = new WeakMap<Engine, Graph>();

/** What answers queries in a process of this service: those that are sent, and those that are kept. */
export function graphOf(engine: Engine): Graph {
  const known = graphs.get(engine);
  if (known) return known;
  const graph = createGraph({ definitions, contentTypeLabel: ContentType.label, limits: engine.settings.graphql });
  graphs.set(engine, graph);
  return graph;
}

import { type Engine, perEngine } from '@plumbline/engine';
import type { Graph } from '@plumbline/graphql';
import { groupsHolding } from '../groups/groupsHolding';
import { ContentType } from '../models/contentType';
import { DynamicGroup } from '../models/dynamicGroup';
import { definitions } from './definitions';
import { language } from './language';

const keptBy = perEngine((): { graph?: Graph } => ({}));

/** What answers queries in a process of this service: those that are sent, and those that are kept. */
export function graphOf(engine: Engine): Graph {
  const kept = keptBy(engine);
  kept.graph ??= language().createGraph({
    definitions,
    contentTypeLabel: ContentType.label,
    groups: { field: 'dynamic_groups', label: DynamicGroup.label, ability: 'dynamicGroups', holding: groupsHolding },
    limits: engine.settings.graphql,
  });
  return kept.graph;
}

import { contentTypes } from '@plumbline/domain';
import type { Field, Model } from '@plumbline/model';
import { modelCatalog } from '@plumbline/serving';
import { ownServices } from '../../program/src/start/services';
import type { Scenario, Step } from './recording';

const catalog = modelCatalog(ownServices.all);
const beside = catalog.contentTypes.filter((label) => !contentTypes.includes(label));
const models = ownServices.all.flatMap((definition) => definition.models);

/**
 * Scenarios as they would have been recorded with the models that we have beside the contract: OPTIONS offers their
 * content types with the others.
 */
export function withModelsBeside(scenarios: Scenario[]): Scenario[] {
  if (beside.length === 0) return scenarios;
  return scenarios.map((scenario) => ({ ...scenario, steps: scenario.steps.map(withThem) }));
}

function withThem(step: Step): Step {
  const model = models.find(({ app, endpoint }) => step.path.startsWith(`/api/${app}/${endpoint}/`));
  return model ? { ...step, expect: offering(step.expect, model) as Step['expect'] } : step;
}

/** What is expected, with what the field `name` offers besides. */
function offering(expected: unknown, model: Model, name = ''): unknown {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return expected;
  const { modelName, enum: labels } = expected as Record<string, unknown>;
  const field = model.fields[name];
  if (field && modelName === 'contenttype' && Array.isArray(labels)) return { ...expected, ...offered(field, labels) };
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, offering(value, model, key === 'items' ? name : key)]),
  );
}

function offered({ options: { labels = 'any', byLabel } }: Field, recorded: string[]): object {
  const own = [...recorded, ...beside.filter((label) => catalog.contentTypesAmong(labels).has(label))];
  const all = byLabel ? own.sort() : own;
  return { enum: all, enumNames: all.map((label) => catalog.contentTypeName(label)) };
}

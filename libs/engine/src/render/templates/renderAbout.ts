import type { Model, Row } from '@plumbline/model';
import { type Rendering, renderTemplates, type TemplateObject } from '@plumbline/templates';
import type { UnitOfWork } from '../../core/engine';
import { findTemplateObjects } from './findTemplateObjects';
import { keyOf } from './keyOf';
import { templateObject } from './templateObject';

/**
 * Renders templates about objects of one model of this service, loaded as they are shown: `obj` is the object of each.
 */
export function renderAbout(
  work: UnitOfWork,
  model: Model,
  cases: { row: Row; template: string; data?: Row }[],
): Promise<Rendering[]> {
  const known = new Map<string, TemplateObject>();
  for (const row of new Set(cases.map((one) => one.row)))
    known.set(keyOf(model.label, row.id), templateObject(work, model, row));
  return renderTemplates(
    cases.map(({ row, template, data }) => ({
      template,
      ...(data ? { data } : {}),
      refs: { obj: keyOf(model.label, row.id) },
    })),
    (keys) => findTemplateObjects(work, keys),
    known,
  );
}

import { findVisible, loadByIds, showWhole, type UnitOfWork } from '@plumbline/engine';
import { type Model, type Row, where } from '@plumbline/model';
import { Cable } from '../models/cable';
import type { Termination } from './paths/walk';
import { byType, distinct } from './terminations';

/** Objects as they are shown by themselves, as JSON texts; one question for each kind. */
export async function showTerminations(
  work: UnitOfWork,
  terminations: readonly Termination[],
): Promise<(termination: Termination) => string> {
  const shown = await Promise.all(
    byType(distinct(terminations)).map(
      async ([label, ids]) => [label, new Map(await showWhole(work, label, ids))] as const,
    ),
  );
  const texts = new Map(shown);
  return ({ type, id }) => texts.get(type)?.get(id) ?? 'null';
}

/** Cables as traces show them: their bare columns, under the names the contract has for them. */
export async function showBareCables(work: UnitOfWork, ids: readonly string[]): Promise<Map<unknown, string>> {
  const distinct = [...new Set(ids)];
  const visible = work.viewer && new Set(await findVisible(work, Cable.label, where('id', 'in', distinct)));
  const rows = await loadByIds(work, Cable, distinct, false);
  return new Map(
    rows.map((row) => {
      const isHidden = visible !== undefined && !visible.has(row.id as string);
      return [row.id, JSON.stringify(isHidden ? light(work, Cable, row.id) : bareCable(work, row))];
    }),
  );
}

/** All that is told of an object that the caller may not view. */
const light = ({ engine, scope }: UnitOfWork, { label }: Model, id: unknown): Row => ({
  id,
  object_type: label,
  url: engine.catalog.url(scope.base, label, id as string),
});

function bareCable({ engine }: UnitOfWork, cable: Row): Row {
  const numberOf = (label: unknown): number => engine.catalog.contentTypeNumber(String(label));
  const { id, created, last_updated, termination_a_id, termination_b_id, type, label, color, length, length_unit } =
    cable;
  return {
    id,
    created,
    last_updated,
    _custom_field_data: cable.custom_fields,
    termination_a_id,
    termination_b_id,
    type,
    label,
    color,
    length,
    length_unit,
    _abs_length: cable.length_in_metres,
    termination_a_type: numberOf(cable.termination_a_type),
    termination_b_type: numberOf(cable.termination_b_type),
    status: cable.status,
    _termination_a_device: cable.termination_a_device,
    _termination_b_device: cable.termination_b_device,
  };
}

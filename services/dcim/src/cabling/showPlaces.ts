import { loadByIds, showWhole, type Work } from '@plumbline/engine';
import type { Label, Row } from '@plumbline/model';
import { Cable } from '../models/cable';
import type { Place } from './paths/walk';
import { byType, distinct } from './places';

/** Objects as they are shown by themselves, as JSON texts; one question for each kind. */
export async function showPlaces(work: Work, places: readonly Place[]): Promise<(place: Place) => string> {
  const shown = await Promise.all(byType(distinct(places)).map(([label, ids]) => showWhole(work, label, ids)));
  const texts = new Map(shown.flat());
  return ({ id }) => texts.get(id) ?? 'null';
}

/** Cables as traces show them: their bare columns, under the names the contract has for them. */
export async function showBareCables(work: Work, ids: readonly string[]): Promise<Map<unknown, string>> {
  const rows = await loadByIds(work, Cable, [...new Set(ids)], false);
  return new Map(rows.map((row) => [row.id, JSON.stringify(bareCable(work, row))]));
}

function bareCable({ engine }: Work, cable: Row): Row {
  const numberOf = (label: unknown): number => engine.catalog.contentTypes.indexOf(label as Label) + 1;
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

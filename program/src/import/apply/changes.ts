import type { Row } from '@plumbline/model';
import { sameJson, sameValue } from './sameValue';

/** What has to be sent so that an object here says what it should; undefined: nothing. */
export function changeOf(body: Row, here: Row): Row | undefined {
  const change: Row = {};
  for (const [field, value] of Object.entries(body)) {
    if (field === 'custom_fields') {
      const shown = (here.custom_fields ?? {}) as Row;
      const different = Object.entries(value as Row).filter(([name, one]) => !sameCustomValue(shown[name], one));
      if (different.length > 0) change.custom_fields = Object.fromEntries(different);
    } else if (!sameValue(here[field], value)) change[field] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}

const sameCustomValue = (shown: unknown, wanted: unknown): boolean =>
  sameJson(shown ?? null, wanted ?? null) || sameValue(shown, wanted);

/** What is to be added to the lists of an object that is here. */
export function growthOf(fields: string[], body: Row, here: Row): Row | undefined {
  const growth: Row = {};
  for (const field of fields) {
    const [has, wants] = [(here[field] ?? []) as unknown[], (body[field] ?? []) as unknown[]];
    if (wants.some((one) => !has.includes(one))) growth[field] = [...new Set([...has, ...wants])];
  }
  return Object.keys(growth).length > 0 ? growth : undefined;
}

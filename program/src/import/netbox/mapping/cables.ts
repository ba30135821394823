import type { Draft } from '../../apply/draft';
import { refTo } from '../../apply/draft';
import { choice, choiceOf, derived, inWords, kept, keyOf, linked, type Mapping, numberOf, to } from './language';
import { comments, description, primary } from './shared';

interface End {
  object_type: string;
  object_id: number;
}

const longest = 32_767;
const inSmaller: Record<string, [unit: string, factor: number]> = {
  km: ['m', 1000],
  m: ['cm', 100],
  mi: ['ft', 5280],
  ft: ['in', 12],
};

/** A length in whole numbers, in a smaller unit where it is none in its own. */
export function wholeLength(length: number, unit: string): { length: number; unit: string; isExact: boolean } {
  if (Number.isInteger(length) && length <= longest) return { length, unit, isExact: true };
  const [smaller, factor] = inSmaller[unit] ?? [];
  const inIt = smaller && Number((length * factor!).toFixed(6));
  if (smaller && Number.isInteger(inIt) && Number(inIt) <= longest)
    return { length: Number(inIt), unit: smaller, isExact: true };
  return { length: Math.min(longest, Math.round(length)), unit, isExact: false };
}

/**
 * A cable has one end on each side here. Of one with several, ends of either side are taken in pairs, each a cable of
 * its own; those without a partner are reported.
 */
export const cable: Mapping = {
  from: 'dcim.cable',
  list: 'dcim/cables',
  to: { endpoint: 'dcim/cables', label: 'dcim.cable' },
  fields: {
    ...primary,
    ...description,
    ...comments,
    type: choice('type'),
    a_terminations: derived('one of them is an end'),
    b_terminations: derived('one of them is an end'),
    status: to('status', (value, _, context) => context.status(value, 'dcim.cable')),
    profile: kept('text', inWords),
    tenant: linked('tenancy.tenant', 'NetBox tenant of cable'),
    bundle: kept('text', inWords),
    label: to('label'),
    color: to('color'),
    length: derived('comes with its unit'),
    length_unit: derived('comes with its length'),
  },
  accepts: (object, context) => {
    const [a, b] = [object.a_terminations, object.b_terminations] as [End[] | null, End[] | null];
    if (a?.length && b?.length) return true;
    context.nowhere('dcim.cable', object, '', 'a cable that ends nowhere on one side');
    return false;
  },
  finish: (draft, object, context) => {
    const [as, bs] = [object.a_terminations, object.b_terminations] as [End[], End[]];
    const length = numberOf(object.length);
    const unit = choiceOf(object.length_unit);
    if (length !== null && unit !== undefined) {
      const whole = wholeLength(length, String(unit));
      if (!whole.isExact)
        context.nowhere('dcim.cable', object, 'length', 'lengths are whole numbers here; it was rounded');
      Object.assign(draft.body, { length: whole.length, length_unit: whole.unit });
    } else Object.assign(draft.body, { length: null, length_unit: '' });
    const pairs = Math.min(as.length, bs.length);
    if (as.length !== bs.length)
      context.nowhere(
        'dcim.cable',
        object,
        'terminations',
        'a cable has one end on each side here; those without a partner were left out',
      );
    const more = Array.from({ length: pairs - 1 }, (_, index): Draft => {
      const copy = structuredClone(draft);
      return {
        ...copy,
        key: `dcim.cable:${object.id}.${index + 1}`,
        body: { ...copy.body, ...ends(as[index + 1]!, bs[index + 1]!) },
      };
    });
    if (more.length > 0)
      context.adjusted('dcim.cable', object, 'has several ends on a side, and is a cable for each pair');
    Object.assign(draft.body, ends(as[0]!, bs[0]!));
    return more;
  },
};

const ends = (a: End, b: End) => ({
  termination_a_type: a.object_type,
  termination_a_id: refTo(keyOf(a.object_type, a.object_id), true),
  termination_b_type: b.object_type,
  termination_b_id: refTo(keyOf(b.object_type, b.object_id), true),
});

export const cableTermination: Mapping = {
  from: 'dcim.cabletermination',
  list: 'dcim/cable-terminations',
  partOf: 'cables say where they end',
  onlyCounted: true,
  fields: {},
};

export const cableBundle: Mapping = {
  from: 'dcim.cablebundle',
  list: 'dcim/cable-bundles',
  nowhere: 'there are no bundles here; cables keep the name of theirs',
  fields: {},
};

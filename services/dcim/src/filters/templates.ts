import { anyOf, by, everything, type Filter, type FilterRule, not, where } from '@plumbline/model';

/** The filters of device types by one kind of the templates of their components. */
export function byTemplates(relation: string): Record<string, Filter> {
  return { [relation]: by.relation(relation, { isnull: true }), [`has_${relation}`]: by.has(relation) };
}

const has = (relation: string) => where(relation, 'isnull', false);

/** True: with front or rear ports; false: without one of the two. */
export const passThroughPorts: FilterRule = (values) => {
  const [front, rear] = [has('front_port_templates'), has('rear_port_templates')];
  switch (values.at(-1)?.toLowerCase()) {
    case 'true':
      return anyOf(front, rear);
    case 'false':
      return anyOf(not(front), not(rear));
    default:
      return everything;
  }
};

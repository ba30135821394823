import { anyOf, by, type Filter, not, where } from '@plumbline/model';

/** The filters of device types by one kind of the templates of their components. */
export function byTemplates(relation: string): Record<string, Filter> {
  return { [relation]: by.relation(relation, { isnull: true }), [`has_${relation}`]: by.has(relation) };
}

const some = (relation: string) => where(relation, 'isnull', false);
const [front, rear] = [some('front_port_templates'), some('rear_port_templates')];

/** Yes: with front or rear ports; no: without one of the two. */
export const passThroughPorts = by.either(anyOf(front, rear), anyOf(not(front), not(rear)));

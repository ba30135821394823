import { able, choicesHere, modelHere } from '../../program/src/import/models';
import { mappings } from '../../program/src/import/netbox/mapping';
import { labelsHere } from '../../program/src/import/netbox/mapping/labels';
import { netboxFacts, type Release } from './netboxFacts';

/** Objects that stand inside of others, where the mapping of those sees to them. */
const inside = new Set([
  'circuits.circuittermination',
  'circuits.circuitgroupassignment',
  'dcim.cablepath',
  'dcim.models.module',
  'dcim.portmapping',
  'dcim.porttemplatemapping',
  'extras.dashboard',
  'ipam.site',
]);

describe.each<Release>(['3.7', '4.6'])('the mapping of NetBox %s', (release) => {
  const facts = netboxFacts(release);
  const byList = new Map(mappings.map((mapping) => [mapping.list, mapping]));

  it('has a mapping for every list', () => {
    expect(Object.keys(facts.lists).filter((list) => !byList.has(list))).toEqual([]);
    expect(Object.keys(facts.unlisted).filter((label) => !inside.has(label))).toEqual([]);
  });

  it('says of every field what becomes of it, or of the model why it has no place', () => {
    const unsaid = Object.entries(facts.lists).flatMap(([list, { fields }]) => {
      const mapping = byList.get(list)!;
      if (!mapping.to) return (mapping.nowhere ?? mapping.partOf) ? [] : [list];
      return fields.filter((field) => !mapping.fields[field]).map((field) => `${list}: ${field}`);
    });
    expect(unsaid).toEqual([]);
  });

  it('names models as NetBox does', () => {
    const wrong = Object.entries(facts.lists).filter(
      ([list, { from }]) => from !== null && byList.get(list)!.from !== from,
    );
    expect(wrong.map(([list]) => list)).toEqual([]);
  });
});

describe('the mapping of NetBox', () => {
  const known = new Set(
    (['3.7', '4.6'] as const).flatMap((release) =>
      Object.values(netboxFacts(release).lists).flatMap(({ fields }) => fields),
    ),
  );

  it('speaks of no field that there is not', () => {
    const unknown = mappings.flatMap(({ list, fields }) =>
      Object.keys(fields).flatMap((field) => (known.has(field) ? [] : [`${list}: ${field}`])),
    );
    expect(unknown).toEqual([]);
  });

  it('writes fields that there are here, and of those it must', () => {
    const wrong = mappings.flatMap(({ from, to, fields }) => {
      if (!to) return [];
      const model = modelHere(to.label);
      return Object.entries(fields).flatMap(([name, rule]) => {
        if (rule.kind !== 'to' && rule.kind !== 'reference' && rule.kind !== 'choice') return [];
        if (['tags', 'custom_fields'].includes(rule.field)) return [];
        const field = model.fields[rule.field];
        if (!field || field.options.readOnly) return [`${from}.${name}: there is no ${rule.field} of ${to.label}`];
        if (rule.kind === 'choice' && choicesHere(to.label, rule.field).size === 0)
          return [`${from}.${name}: ${rule.field} has no choices`];
        return [];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('keeps fields of one name as one type', () => {
    const types = new Map<string, string>();
    for (const { from, fields, to } of mappings)
      for (const [name, rule] of Object.entries(fields)) {
        if (rule.kind !== 'kept') continue;
        expect([from, name, able.customFields().has(to!.label)]).toEqual([from, name, true]);
        expect([name, rule.type]).toEqual([name, types.get(name) ?? rule.type]);
        types.set(name, rule.type);
      }
  });

  it('gives a reason for everything that has no place', () => {
    const silent = mappings.flatMap(({ from, to, nowhere, partOf, fields }) => [
      ...((to ?? nowhere ?? partOf) ? [] : [from]),
      ...Object.entries(fields).flatMap(([name, rule]) =>
        (rule.kind === 'nowhere' || rule.kind === 'derived') && rule.reason.length < 5 ? [`${from}.${name}`] : [],
      ),
    ]);
    expect(silent).toEqual([]);
  });

  it('refers to models that have a mapping', () => {
    const labels = new Set(mappings.map(({ from }) => from));
    const wrong = mappings.flatMap(({ from, fields, needs = [] }) => [
      ...Object.values(fields).flatMap((rule) =>
        (rule.kind === 'reference' || rule.kind === 'linked') && !labels.has(rule.of) ? [`${from}: ${rule.of}`] : [],
      ),
      ...needs.filter((label) => !labels.has(label)).map((label) => `${from} needs ${label}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it('takes for kinds of objects here those whose objects have a place', () => {
    const without = mappings.flatMap(({ from, nowhere }) => (nowhere ? [from] : []));
    expect(without.filter((label) => labelsHere[label])).toEqual([]);
    for (const label of Object.values(labelsHere)) expect(modelHere(label).label).toBe(label);
  });
});

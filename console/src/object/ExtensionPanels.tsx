import { messageOf } from '../api/apiError';
import { useEverything } from '../api/everything';
import { useModels } from '../api/models';
import { objectPath, usePath } from '../api/objects';
import { type ApiObject, isRecord, isRelated, type RelatedObject } from '../api/types';
import { AllOfThem } from '../components/AllOfThem';
import { distinctLabels } from '../components/distinctLabels';
import { FieldList } from '../components/FieldList';
import { ObjectLink } from '../components/ObjectLink';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import type { ObjectProps } from '../pages/registration';

interface Side {
  label: string;
  /** What the relationship is called. */
  about: string;
  objects: RelatedObject[];
  /** The filter that finds them in the list of their model by the object they are shown with. */
  filter: string;
}

/** Objects that are shown of a side; the list has all. */
const most = 20;
/** What the object is to those that a side leads to. */
const opposite = { source: 'destination', destination: 'source', peer: 'peer' } as const;

/** Computed fields and relationships of an object, which are asked for apart since they cost the server something. */
export function ExtensionPanels({ model, object }: ObjectProps) {
  const isAsked = model.abilities.includes('computedFields') || model.abilities.includes('relationships');
  const { data, error } = usePath<ApiObject>(
    objectPath(model, object.id),
    { include: ['computed_fields', 'relationships'], depth: 1 },
    isAsked,
  );
  const computed = isRecord(data?.computed_fields) ? Object.entries(data.computed_fields) : [];
  const labels = useLabels(model.label, computed.length > 0);
  const sides = isRecord(data?.relationships)
    ? Object.entries(data.relationships).flatMap(([key, value]) => sidesOf(key, value))
    : [];
  const labelsOfSides = distinctLabels(sides);
  return (
    <>
      {error && !data && (
        <Section title="Computed fields and relationships">
          <span role="alert">They cannot be shown: {messageOf(error)}</span>
        </Section>
      )}
      {computed.length > 0 && (
        <Section title="Computed fields">
          <FieldList
            rows={computed.map(([name, value]) => ({
              name,
              label: labels.get(name) ?? name.replaceAll('_', ' '),
              value: <Value value={value} />,
            }))}
          />
        </Section>
      )}
      {sides.length > 0 && (
        <Section title="Relationships">
          <FieldList
            rows={sides.map((side, index) => ({
              name: `${side.label} ${index}`,
              label: labelsOfSides[index]!,
              value: <Far side={side} of={object} />,
            }))}
          />
        </Section>
      )}
    </>
  );
}

/** The objects that a side leads to, the first of them where there are many. */
function Far({ side: { objects, filter }, of }: { side: Side; of: ApiObject }) {
  const model = useModels().find(objects[0]?.object_type ?? '');
  if (objects.length === 0) return <Value value={null} />;
  return (
    <>
      {objects.slice(0, model ? most : undefined).map((one) => (
        <div key={one.url}>
          <ObjectLink object={one} />
        </div>
      ))}
      {model && <AllOfThem model={model} query={{ [filter]: of.id }} shown={most} count={objects.length} />}
    </>
  );
}

/** What the computed fields of a model are called, by key, as far as one may see it. */
function useLabels(label: string, isAsked: boolean): Map<string, string> {
  const model = useModels().find('extras.computedfield');
  const { data } = useEverything(model, { content_type: label, depth: 0 }, isAsked);
  return new Map((data?.results ?? []).map(({ key, label: called }) => [String(key), String(called)]));
}

/** The sides of a relationship that lead away from the object. */
function sidesOf(key: string, value: unknown): Side[] {
  if (!isRecord(value)) return [];
  const name = typeof value.label === 'string' && value.label !== '' ? value.label : key;
  return (['source', 'destination', 'peer'] as const).flatMap((side): Side[] => {
    const of = value[side];
    if (!isRecord(of) || !Array.isArray(of.objects)) return [];
    const label = typeof of.label === 'string' && of.label !== '' ? of.label : name;
    return [{ label, about: name, objects: of.objects.filter(isRelated), filter: `cr_${key}__${opposite[side]}` }];
  });
}

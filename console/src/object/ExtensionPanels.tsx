import { useModels } from '../api/models';
import { objectPath, useList, usePath } from '../api/objects';
import { type ApiObject, isRecord, isRelated } from '../api/types';
import { FieldList } from '../components/FieldList';
import { ObjectLink } from '../components/ObjectLink';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import type { ObjectProps } from '../pages/registration';

interface Side {
  label: string;
  objects: unknown[];
}

/** Computed fields and relationships of an object, which are asked for apart since they cost the server something. */
export function ExtensionPanels({ model, object }: ObjectProps) {
  const isAsked = model.abilities.includes('computedFields') || model.abilities.includes('relationships');
  const { data } = usePath<ApiObject>(
    objectPath(model, object.id),
    { include: ['computed_fields', 'relationships'], depth: 1 },
    isAsked,
  );
  const computed = isRecord(data?.computed_fields) ? Object.entries(data.computed_fields) : [];
  const labels = useLabels(model.label, computed.length > 0);
  const sides = isRecord(data?.relationships)
    ? Object.entries(data.relationships).flatMap(([key, value]) => sidesOf(key, value))
    : [];
  return (
    <>
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
            rows={sides.map(({ label, objects }, index) => ({
              name: `${label} ${index}`,
              label,
              value:
                objects.length === 0 ? (
                  <Value value={null} />
                ) : (
                  objects.map((one) =>
                    isRelated(one) ? (
                      <div key={one.url}>
                        <ObjectLink object={one} />
                      </div>
                    ) : null,
                  )
                ),
            }))}
          />
        </Section>
      )}
    </>
  );
}

/** What the computed fields of a model are called, by key, as far as one may see it. */
function useLabels(label: string, isAsked: boolean): Map<string, string> {
  const model = useModels().find('extras.computedfield');
  const { data } = useList(
    model ?? { url: '' },
    { content_type: label, limit: 200, depth: 0 },
    isAsked && model !== undefined,
  );
  return new Map((data?.results ?? []).map(({ key, label: called }) => [String(key), String(called)]));
}

/** The sides of a relationship that lead away from the object. */
function sidesOf(key: string, value: unknown): Side[] {
  if (!isRecord(value)) return [];
  const name = typeof value.label === 'string' && value.label !== '' ? value.label : key;
  return ['source', 'destination', 'peer'].flatMap((side): Side[] => {
    const of = value[side];
    if (!isRecord(of) || !Array.isArray(of.objects)) return [];
    return [{ label: typeof of.label === 'string' && of.label !== '' ? of.label : name, objects: of.objects }];
  });
}

import { useEverything } from '../api/everything';
import { capitalized, type Model, useModels } from '../api/models';
import { type ApiObject, isRecord } from '../api/types';
import { distinctLabels } from '../components/distinctLabels';
import { RelatedPicker } from '../components/RelatedPicker';
import type { FormValues, relationshipSides, SentRelationships } from './formValues';
import classes from './ObjectForm.module.css';

/** What may be related with what, and how many of it. */
interface Relationship extends ApiObject {
  key: string;
  label: string;
  type: string;
  source_type: string;
  source_label: string;
  source_hidden: boolean;
  destination_type: string;
  destination_label: string;
  destination_hidden: boolean;
}

/** An end of a relationship that leads away from objects of a model. */
interface Side {
  relationship: Relationship;
  name: (typeof relationshipSides)[number];
  label: string;
  /** The model of the objects there. */
  to: string;
  many: boolean;
}

/** Enters what an object is related with, where somebody has said that its model can be. */
export function RelationshipInputs({
  model,
  values,
  onChange,
}: {
  model: Model;
  values: FormValues;
  onChange(values: FormValues): void;
}) {
  const models = useModels();
  const definitions = models.find('extras.relationship');
  const from = useEverything<Relationship>(definitions, { source_type: model.label, depth: 0 });
  const to = useEverything<Relationship>(definitions, { destination_type: model.label, depth: 0 });
  const nameOf = (label: string) => capitalized(models.find(label)?.plural ?? label);
  const sides: Side[] = [
    ...(from.data?.results ?? [])
      .filter((one) => !one.source_hidden)
      .map((relationship): Side => {
        const { type, source_label, destination_type } = relationship;
        return {
          relationship,
          name: type.startsWith('symmetric') ? 'peer' : 'destination',
          label: source_label || nameOf(destination_type),
          to: destination_type,
          many: type.endsWith('-many'),
        };
      }),
    ...(to.data?.results ?? [])
      .filter((one) => !one.destination_hidden && !one.type.startsWith('symmetric'))
      .map((relationship): Side => {
        const { type, destination_label, source_type } = relationship;
        return {
          relationship,
          name: 'source',
          label: destination_label || nameOf(source_type),
          to: source_type,
          many: type === 'many-to-many',
        };
      }),
  ];
  if (sides.length === 0) return null;
  const labels = distinctLabels(sides.map(({ label, relationship }) => ({ label, about: relationship.label })));
  const entered = (isRecord(values.relationships) ? values.relationships : {}) as SentRelationships;
  return (
    <fieldset className={classes.fields}>
      <legend>Relationships</legend>
      {sides.map(({ relationship: { key, label: about }, name, to: other, many }, index) => {
        const label = labels[index]!;
        const objects = entered[key]?.[name]?.objects ?? [];
        const set = (ids: string[]) =>
          onChange({ ...values, relationships: { ...entered, [key]: { ...entered[key], [name]: { objects: ids } } } });
        return (
          <div key={`${key} ${name}`} title={about}>
            {many ? (
              <RelatedPicker to={other} label={label} many value={objects} onChange={set} />
            ) : (
              <RelatedPicker
                to={other}
                label={label}
                value={objects[0] ?? null}
                onChange={(id) => set(id === null ? [] : [id])}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

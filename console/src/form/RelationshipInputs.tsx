import type { Model } from '../api/models';
import { isRecord } from '../api/types';
import { RelatedPicker } from '../components/RelatedPicker';
import type { FormValues, SentRelationships } from './formValues';
import classes from './ObjectForm.module.css';
import { useRelationshipSides } from './useRelationshipSides';

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
  const sides = useRelationshipSides(model);
  if (sides.length === 0) return null;
  const entered = (isRecord(values.relationships) ? values.relationships : {}) as SentRelationships;
  return (
    <fieldset className={classes.fields}>
      <legend>Relationships</legend>
      {sides.map(({ key, about, name, label, to, many }) => {
        const objects = entered[key]?.[name]?.objects ?? [];
        const set = (ids: string[]) =>
          onChange({ ...values, relationships: { ...entered, [key]: { ...entered[key], [name]: { objects: ids } } } });
        return (
          <div key={`${key} ${name}`} title={about}>
            {many ? (
              <RelatedPicker to={to} label={label} many value={objects} onChange={set} />
            ) : (
              <RelatedPicker
                to={to}
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

import { useCustomFields } from '../api/customFields';
import type { Model } from '../api/models';
import { isRecord } from '../api/types';
import { EnteredField, useEnter } from './EnteredField';
import type { FormValues } from './formValues';
import classes from './ObjectForm.module.css';

/** Enters the custom fields of an object, where its model has some. */
export function CustomFieldInputs({
  model,
  values,
  onChange,
}: {
  model: Model;
  values: FormValues;
  onChange(values: FormValues): void;
}) {
  const fields = useCustomFields(model);
  const entered = isRecord(values.custom_fields) ? values.custom_fields : {};
  const enter = useEnter((name, value) => onChange({ ...values, custom_fields: { ...entered, [name]: value } }));
  if (fields.length === 0) return null;
  return (
    <fieldset className={classes.fields}>
      <legend>Custom fields</legend>
      {fields.map(({ field, definition }) => (
        <div key={field.name} title={definition.description}>
          <EnteredField
            field={field}
            value={Object.hasOwn(entered, field.name) ? entered[field.name] : definition.default}
            onEnter={enter}
          />
        </div>
      ))}
    </fieldset>
  );
}

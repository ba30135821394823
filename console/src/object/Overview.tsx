import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useCustomFields } from '../api/customFields';
import { type Description, type Field, isLongText } from '../api/description';
import { isRecord } from '../api/types';
import { FieldList } from '../components/FieldList';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import { enteredFields } from '../form/formValues';
import type { ObjectProps } from '../pages/registration';
import { pagesOf } from '../pages/registry';
import { EditableValue } from './EditableValue';
import { ExtensionPanels } from './ExtensionPanels';
import classes from './Overview.module.css';

// Few models have panels of others.
const AppPanels = lazy(async () => ({ default: (await import('./AppPanels')).AppPanels }));

/** Fields of the second column, which say where an object comes from rather than what it is. */
const about = ['created', 'last_updated', 'id', 'natural_slug'];
/** Fields that the page shows elsewhere. */
const elsewhere = new Set([
  'object_type',
  'display',
  'url',
  'notes_url',
  'custom_fields',
  'relationships',
  'computed_fields',
  'tags',
  'config_context',
  'local_config_context_data',
  ...about,
]);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What an object is: its fields, and the panels its model has. */
export function Overview({ model, object, etag, description }: ObjectProps & { description: Description }) {
  const own = pagesOf(model);
  const hidden = new Set(own.hiddenFields);
  const fields = description.formOrder.flatMap((name) => {
    const field = description.field(name);
    return field && !elsewhere.has(name) && !hidden.has(name) && name in object ? [field] : [];
  });
  const isLong = ({ name, kind }: Field) => isLongText(kind) || (kind === 'json' && isRecord(object[name]));
  const [showsEmpty, setShowsEmpty] = useState(false);
  const short = fields.filter((field) => !isLong(field));
  const empty = short.filter(({ name }) => isEmpty(object[name]));
  const isEditable = (field: Field) =>
    model.may.includes('change') && !field.readOnly && enteredFields(description).includes(field);
  const row = (field: Field) => ({
    name: field.name,
    label: field.label,
    value: isEditable(field) ? (
      <EditableValue model={model} object={object} etag={etag} field={field} />
    ) : (
      <Value value={object[field.name]} field={field} />
    ),
  });
  const panels = (own.panels ?? []).filter(({ when }) => when?.(object) ?? true);
  const panel = (place: 'main' | 'side') =>
    panels
      .filter((one) => one.place === place)
      .map(({ title, component: Component }, index) => (
        <Suspense key={title ?? index}>
          {title === undefined ? (
            <Component model={model} object={object} etag={etag} />
          ) : (
            <Section title={title}>
              <Component model={model} object={object} etag={etag} />
            </Section>
          )}
        </Suspense>
      ));
  const tags = object.tags;
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Section
          title={model.title}
          isTitle
          after={
            empty.length > 0 && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-expanded={showsEmpty}
                onClick={() => setShowsEmpty(!showsEmpty)}
              >
                {showsEmpty ? 'Hide' : 'Show'} {empty.length} empty
              </Button>
            )
          }
        >
          <FieldList rows={short.filter((field) => showsEmpty || !empty.includes(field)).map(row)} />
        </Section>
        {panel('main')}
        {model.panels.length > 0 && (
          <Suspense>
            <AppPanels model={model} object={object} etag={etag} />
          </Suspense>
        )}
        {fields
          .filter((field) => isLong(field) && !isEmpty(object[field.name]))
          .map((field) => (
            <Section key={field.name} title={field.label}>
              <Value value={object[field.name]} field={field} />
            </Section>
          ))}
      </div>
      <div className={classes.side}>
        {Array.isArray(tags) && tags.length > 0 && (
          <Section title="Tags">
            <Value value={tags} />
          </Section>
        )}
        {panel('side')}
        <CustomFields model={model} object={object} etag={etag} />
        <ExtensionPanels model={model} object={object} etag={etag} />
        <Section title="Record">
          <FieldList
            rows={about.flatMap((name) => {
              const field = description.field(name);
              return field && name in object
                ? [{ name, label: field.label, value: <Value value={object[name]} field={field} /> }]
                : [];
            })}
          />
        </Section>
      </div>
    </div>
  );
}

function CustomFields({ model, object }: ObjectProps) {
  const fields = useCustomFields(model);
  const values = isRecord(object.custom_fields) ? object.custom_fields : {};
  if (fields.length === 0) return null;
  return (
    <Section title="Custom fields">
      <FieldList
        rows={fields.map(({ field }) => ({
          name: field.name,
          label: field.label,
          value: <Value value={values[field.name]} field={field} />,
        }))}
      />
    </Section>
  );
}

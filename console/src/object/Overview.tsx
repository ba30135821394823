import { Suspense } from 'react';
import { useCustomFields } from '../api/customFields';
import type { Description, Field } from '../api/description';
import { isRecord } from '../api/types';
import { FieldList } from '../components/FieldList';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import type { ObjectProps } from '../pages/registration';
import { pagesOf } from '../pages/registry';
import { ExtensionPanels } from './ExtensionPanels';
import classes from './Overview.module.css';

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

/** What an object is: its fields, and the panels its model has. */
export function Overview({ model, object, etag, description }: ObjectProps & { description: Description }) {
  const own = pagesOf(model);
  const hidden = new Set(own.hiddenFields);
  const fields = description.formOrder.flatMap((name) => {
    const field = description.field(name);
    return field && !elsewhere.has(name) && !hidden.has(name) && name in object ? [field] : [];
  });
  const isLong = ({ name, kind }: Field) => kind === 'longText' || (kind === 'json' && isRecord(object[name]));
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
        <Section title={model.title} isTitle>
          <FieldList
            rows={fields
              .filter((field) => !isLong(field))
              .map((field) => ({
                name: field.name,
                label: field.label,
                value: <Value value={object[field.name]} field={field} />,
              }))}
          />
        </Section>
        {panel('main')}
        {fields
          .filter((field) => isLong(field) && object[field.name])
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

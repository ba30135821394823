import { Alert, Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import type { FieldErrors } from '../api/apiError';
import { type Description, type Field, isLongText } from '../api/description';
import type { Model } from '../api/models';
import { pagesOf } from '../pages/registry';
import { CustomFieldInputs } from './CustomFieldInputs';
import { EnteredField, useEnter } from './EnteredField';
import { enteredFields, type FormValues } from './formValues';
import classes from './ObjectForm.module.css';
import { RelationshipInputs } from './RelationshipInputs';

export interface ObjectFormProps {
  model: Model;
  description: Description;
  values: FormValues;
  onChange(values: FormValues): void;
  errors: FieldErrors;
  /** What is wrong beside the fields. */
  notice?: React.ReactNode;
  submitLabel: string;
  isSaving: boolean;
  onSubmit(another: boolean): void;
  onCancel(): void;
  /** Offers to save and go on with a further object. */
  offersAnother?: boolean;
  /** Only these fields are entered, where given. */
  only?: readonly string[];
}

/** Enters everything about an object. */
export function ObjectForm({
  model,
  description,
  values,
  onChange,
  errors,
  notice,
  submitLabel,
  isSaving,
  onSubmit,
  onCancel,
  offersAnother,
  only,
}: ObjectFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const fields = useMemo(() => {
    const { workedOut = [], words = {} } = pagesOf(model);
    return enteredFields(description)
      .filter(({ name }) => !workedOut.includes(name) && (only?.includes(name) ?? true))
      .map((field): Field => {
        const offered = words[field.name];
        return offered
          ? { ...field, kind: 'texts', choices: offered.map((value) => ({ value, label: value })) }
          : field;
      });
  }, [model, description, only]);
  const enter = useEnter((name, value) => onChange({ ...values, [name]: value }));
  const known = new Set(fields.map(({ name }) => name));
  const others = Object.entries(errors).filter(([name]) => !known.has(name));
  const isWrong = Boolean(notice) || Object.keys(errors).length > 0;
  const first = fields.filter(({ required }) => required);
  const rest = fields.filter(({ required }) => !required);
  const isWide = ({ kind }: Field) => isLongText(kind) || kind === 'json';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Keys come here too while the buttons are out of use.
    if (!isSaving) onSubmit(false);
  };
  // What a save has found wrong may be far from its button.
  useEffect(() => {
    if (!isSaving && isWrong) showMistake(form.current);
  }, [isSaving, isWrong]);
  useHotkeys([['mod+Enter', () => form.current?.requestSubmit()]], []);
  const input = (field: (typeof fields)[number], index: number) => (
    <div key={field.name} className={isWide(field) ? classes.wide : undefined}>
      <EnteredField
        field={field}
        value={values[field.name]}
        error={errors[field.name]?.join(' ')}
        autoFocus={index === 0 && first.length > 0 && field === first[0]}
        onEnter={enter}
      />
    </div>
  );
  return (
    <form ref={form} onSubmit={submit} className={classes.form} noValidate={false}>
      {notice && (
        <Alert color="red" variant="light" role="alert" tabIndex={-1}>
          {notice}
        </Alert>
      )}
      {others.length > 0 && (
        <Alert color="red" variant="light" role="alert" tabIndex={-1}>
          {others.map(([name, messages]) => (
            <div key={name}>
              {/^(__all__|non_field_errors)$/.test(name) ? '' : `${name}: `}
              {messages.join(' ')}
            </div>
          ))}
        </Alert>
      )}
      {first.length > 0 && (
        <fieldset className={classes.fields}>
          <legend>{rest.length > 0 ? 'Needed' : 'Fields'}</legend>
          {first.map(input)}
        </fieldset>
      )}
      {rest.length > 0 && (
        <fieldset className={classes.fields}>
          <legend>{first.length > 0 ? 'May be left out' : 'Fields'}</legend>
          {rest.map(input)}
        </fieldset>
      )}
      {model.abilities.includes('customFields') && only === undefined && (
        <CustomFieldInputs model={model} values={values} onChange={onChange} />
      )}
      {model.abilities.includes('relationships') && only === undefined && (
        <RelationshipInputs model={model} values={values} onChange={onChange} />
      )}
      <Group gap="xs" className={classes.buttons!}>
        <Button type="submit" loading={isSaving} aria-keyshortcuts="Control+Enter">
          {submitLabel}
        </Button>
        {offersAnother && (
          <Button
            variant="default"
            disabled={isSaving}
            onClick={() => {
              if (form.current?.reportValidity()) onSubmit(true);
            }}
          >
            Save and add another
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** Leads to what is wrong with no field, or to the first field with which something is. */
function showMistake(form: HTMLElement | null): void {
  const mistake = form?.querySelector<HTMLElement>('[role=alert], [aria-invalid=true]');
  mistake?.focus();
  mistake?.scrollIntoView({ block: 'center' });
}

import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { ColorInput, MultiSelect, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Field } from '../api/description';
import { localOf, momentOf } from '../components/localMoment';
import { RelatedPicker } from '../components/RelatedPicker';
import { FileField } from './FileField';

export interface FieldInputProps {
  field: Field;
  /** As it is sent: ids of related objects, values of choices. */
  value: unknown;
  onChange(value: unknown): void;
  error?: React.ReactNode;
  autoFocus?: boolean;
}

/** More letters than this are entered in several lines. */
const longText = 300;

/** Fields that are one line, however long that may be. */
const oneLine = /(?:^|_)(?:url|path)$/;

/** Enters one field as its values are. */
export function FieldInput({ field, value, onChange, error, autoFocus = false }: FieldInputProps) {
  const shared = {
    label: field.label,
    required: field.required && field.kind !== 'boolean',
    error,
    autoFocus,
    'data-field': field.name,
  };
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
  switch (field.kind) {
    case 'boolean':
      return (
        <Switch
          label={field.label}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          mt={4}
        />
      );
    case 'integer':
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : text}
          allowDecimal={field.kind === 'number'}
          {...(field.minimum === undefined ? {} : { min: field.minimum })}
          {...(field.maximum === undefined ? {} : { max: field.maximum })}
          clampBehavior="none"
          onChange={(entered) => onChange(entered === '' ? null : entered)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          // What is focused because the page begins there does not open over what is below.
          openOnFocus={!autoFocus}
          searchable
          selectFirstOptionOnChange
          clearable={!field.required && (field.nullable || field.default === undefined)}
          nothingFoundMessage="No such choice"
          value={value === null || value === undefined || value === '' ? null : String(value)}
          data={(field.choices ?? []).map((choice) => ({ value: String(choice.value), label: choice.label }))}
          onChange={(chosen) =>
            onChange(
              chosen === null
                ? field.nullable
                  ? null
                  : ''
                : (field.choices?.find((choice) => String(choice.value) === chosen)?.value ?? chosen),
            )
          }
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          openOnFocus={!autoFocus}
          searchable
          selectFirstOptionOnChange
          clearable
          value={texts(value)}
          data={(field.choices ?? []).map((choice) => ({ value: String(choice.value), label: choice.label }))}
          onChange={onChange}
        />
      );
    case 'texts':
      return (
        <TagsInput
          {...shared}
          value={texts(value)}
          data={(field.choices ?? []).map((choice) => choice.label)}
          openOnFocus={!autoFocus}
          onChange={(entered) => onChange(entered.map((one) => (/^\d+$/.test(one) ? Number(one) : one)))}
          acceptValueOnBlur
        />
      );
    case 'related':
      return field.to === undefined ? null : (
        <RelatedPicker
          {...shared}
          to={field.to}
          value={value === null || value === undefined ? null : String(value)}
          onChange={onChange}
        />
      );
    case 'relatedMany':
      return field.to === undefined ? null : (
        <RelatedPicker {...shared} to={field.to} many value={texts(value)} onChange={onChange} />
      );
    case 'date':
      return (
        <TextInput
          {...shared}
          type="date"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
        />
      );
    case 'moment':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          step={1}
          value={localOf(text)}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : momentOf(currentTarget.value))}
        />
      );
    case 'color':
      return (
        <ColorInput
          {...shared}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': `Pick ${field.label} from the screen` }}
          value={text === '' ? '' : `#${text}`}
          onChange={(entered) => onChange(entered.replace(/^#/, '').toLowerCase())}
        />
      );
    case 'file':
      return <FileField {...shared} value={text} nullable={field.nullable} onChange={onChange} />;
    case 'json':
      return <JsonInput {...shared} value={value} onChange={onChange} />;
    case 'longText':
    case 'markdown':
      return (
        <Textarea
          {...shared}
          {...(field.kind === 'markdown' ? { description: 'Markdown is shown as it is meant' } : {})}
          autosize
          minRows={3}
          maxRows={16}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default: {
      const props = {
        ...shared,
        value: text,
        ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
      };
      return (field.maxLength ?? 0) > longText && !oneLine.test(field.name) ? (
        <Textarea {...props} autosize minRows={2} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      ) : (
        <TextInput
          {...props}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' && field.nullable ? null : currentTarget.value)
          }
        />
      );
    }
  }
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Text as JSON; what is none is the text that it is. */
function meantBy(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value as text that means it. */
const jsonOf = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? ''
    : typeof value === 'string' && meantBy(value) === value
      ? value
      : JSON.stringify(value, null, 2);

/** An object or a list with a mistake in it, which is not to be kept as the text that it is. */
const isBroken = (text: string): boolean => /^\s*[[{]/.test(text) && meantBy(text) === text;

/** Enters JSON. It is read as it is typed: whoever saves by a key does not leave the field before. */
function JsonInput({
  value,
  onChange,
  error,
  ...shared
}: {
  value: unknown;
  onChange(value: unknown): void;
  label: string;
  required: boolean;
  error: React.ReactNode;
  autoFocus: boolean;
}) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const isShown = typed !== undefined && JSON.stringify(meantBy(typed)) === JSON.stringify(value ?? null);
  const mistake = isShown && isBroken(typed) ? 'This is no JSON: something is missing or too much in it.' : '';
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.setCustomValidity(mistake), [mistake]);
  return (
    <Textarea
      {...shared}
      ref={input}
      error={error ?? (isLeft && mistake)}
      autosize
      minRows={3}
      maxRows={20}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={isShown ? typed : jsonOf(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(false);
        onChange(meantBy(currentTarget.value));
      }}
      // It stays as it was typed: what grew now would move a button away from under the click that it was left for.
      onBlur={() => setLeft(true)}
    />
  );
}

import { Alert, Button, FileInput, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/apiError';
import type { Field, FieldKind } from '../../api/description';
import { useEverything } from '../../api/everything';
import { capitalized, useModels } from '../../api/models';
import { usePath, useWrite } from '../../api/objects';
import type { RelatedObject } from '../../api/types';
import { useNavigateFromHere } from '../../api/useNavigateFromHere';
import { Notice } from '../../components/Notice';
import { PageSkeleton } from '../../components/PageSkeleton';
import { Section } from '../../components/Section';
import { useEntered } from '../../form/entered';
import { FieldInput } from '../../form/FieldInput';
import type { ObjectProps } from '../registration';
import classes from './RunJob.module.css';

/** What a job can be given, as `/variables/` says it. */
interface Variable {
  name: string;
  type: string;
  label?: string;
  help_text?: string;
  required: boolean;
  max_length?: number;
  min_value?: number;
  max_value?: number;
  choices?: [string, string][];
  default?: unknown;
  model?: string;
}

const kinds: Record<string, FieldKind> = {
  BooleanVar: 'boolean',
  IntegerVar: 'integer',
  ChoiceVar: 'choice',
  MultiChoiceVar: 'choices',
  ObjectVar: 'related',
  MultiObjectVar: 'relatedMany',
  TextVar: 'longText',
};

/** What a variable is called; one without words of its own by its name. */
const labelOf = ({ label, name }: Variable): string => label ?? capitalized(name.replaceAll('_', ' '));

function fieldOf(variable: Variable): Field {
  return {
    name: variable.name,
    label: labelOf(variable),
    kind: kinds[variable.type] ?? 'text',
    required: variable.required,
    readOnly: false,
    nullable: false,
    ...(variable.choices ? { choices: variable.choices.map(([value, label]) => ({ value, label })) } : {}),
    ...(variable.max_length === undefined ? {} : { maxLength: variable.max_length }),
    ...(variable.min_value === undefined ? {} : { minimum: variable.min_value }),
    ...(variable.max_value === undefined ? {} : { maximum: variable.max_value }),
    ...(variable.model === undefined ? {} : { to: variable.model }),
  };
}

const intervals = [
  { value: 'immediately', label: 'Now' },
  { value: 'future', label: 'Once, later' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'custom', label: 'By crontab' },
];

/** Help is text with marks of HTML in it; only its words are shown. */
const wordsOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';

/** Starts a job with what it is given, at once or by a schedule. */
export function RunJob({ object }: ObjectProps) {
  const path = `/api/extras/jobs/${object.id}/`;
  const { data: variables, error } = usePath<Variable[]>(`${path}variables/`);
  const [given, setGiven] = useState<Record<string, unknown>>({});
  const [interval, setInterval] = useState('immediately');
  const [schedule, setSchedule] = useState({ name: '', start_time: '', crontab: '' });
  const isSchedule = Object.values(schedule).some((value) => value !== '');
  const letGo = useEntered(Object.keys(given).length > 0 || isSchedule);
  const models = useModels();
  const navigate = useNavigateFromHere();
  const write = useWrite<{ job_result: RelatedObject | null; scheduled_job: RelatedObject | null }>(({ data }) => {
    letGo();
    navigate(
      data.job_result
        ? `/extras/job-results/${data.job_result.id}/`
        : `/extras/scheduled-jobs/${data.scheduled_job!.id}/`,
    );
  });
  if (error) return <Notice title="It cannot be run">{messageOf(error)}</Notice>;
  if (!variables) return <PageSkeleton />;
  if (object.enabled !== true)
    return (
      <Notice icon="job" title="This job is not enabled">
        Whoever may change it can enable it; until then nobody runs it.
      </Notice>
    );
  const values = Object.fromEntries(
    // What somebody has emptied is nothing, and not what it is usually.
    variables.map(({ name, default: usual }) => [
      name,
      Object.hasOwn(given, name) ? (given[name] ?? null) : (usual ?? undefined),
    ]),
  );
  const isScheduled = interval !== 'immediately';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const time = schedule.start_time === '' ? undefined : new Date(schedule.start_time).toISOString();
    const said = isScheduled
      ? {
          interval,
          ...(schedule.name === '' ? {} : { name: schedule.name }),
          ...(time && interval !== 'custom' ? { start_time: time } : {}),
          ...(interval === 'custom' ? { crontab: schedule.crontab } : {}),
        }
      : undefined;
    const files = Object.entries(values).filter(([, value]) => value instanceof File);
    let body: unknown = { data: defined(values), ...(said ? { schedule: said } : {}) };
    if (files.length > 0) {
      const form = new FormData();
      for (const [name, value] of Object.entries(defined(values)))
        for (const one of Array.isArray(value) && value.length > 0 ? value : [value ?? ''])
          form.append(name, one instanceof File ? one : String(one));
      for (const [name, value] of Object.entries(said ?? {})) form.append(`_schedule_${name}`, value);
      body = form;
    }
    write.mutate({ method: 'POST', path: `${path}run/`, body });
  };
  const refused = write.error instanceof ApiError ? write.error.fields : {};
  const inData = refused.data?.join(' ') ?? '';
  return (
    <div className={classes.page}>
      <Section title="Run it">
        <form onSubmit={submit} className={classes.form}>
          {write.error && (
            <Alert color="red" variant="light" role="alert">
              {messageOf(write.error)}
            </Alert>
          )}
          {variables.length === 0 && <p className={classes.quiet}>It needs nothing.</p>}
          {variables.map((variable) => (
            <div key={variable.name}>
              {variable.type === 'FileVar' ? (
                <FileInput
                  label={labelOf(variable)}
                  required={variable.required}
                  clearable
                  onChange={(file) => setGiven({ ...given, [variable.name]: file ?? undefined })}
                />
              ) : variable.model !== undefined && !models.find(variable.model) ? (
                <ContentTypeInput
                  variable={variable}
                  value={values[variable.name]}
                  onChange={(value) => setGiven({ ...given, [variable.name]: value })}
                />
              ) : (
                <FieldInput
                  field={fieldOf(variable)}
                  value={values[variable.name]}
                  error={inData.includes(variable.name) ? inData : refused[variable.name]?.join(' ')}
                  onChange={(value) => setGiven({ ...given, [variable.name]: value })}
                />
              )}
              {variable.help_text && <p className={classes.help}>{wordsOf(variable.help_text)}</p>}
            </div>
          ))}
          <div className={classes.when}>
            <Select
              label="When"
              data={intervals}
              value={interval}
              allowDeselect={false}
              onChange={(value) => setInterval(value ?? 'immediately')}
            />
            {isScheduled && (
              <TextInput
                label="Name of the schedule"
                required={interval !== 'immediately'}
                value={schedule.name}
                onChange={({ currentTarget }) => setSchedule({ ...schedule, name: currentTarget.value })}
              />
            )}
            {interval === 'custom' && (
              <TextInput
                label="Crontab"
                description="By the time in UTC"
                placeholder="0 6 * * 1-5"
                required
                value={schedule.crontab}
                onChange={({ currentTarget }) => setSchedule({ ...schedule, crontab: currentTarget.value })}
              />
            )}
            {isScheduled && interval !== 'custom' && (
              <TextInput
                label="From"
                type="datetime-local"
                required
                value={schedule.start_time}
                onChange={({ currentTarget }) => setSchedule({ ...schedule, start_time: currentTarget.value })}
              />
            )}
          </div>
          {object.approval_required === true && (
            <p className={classes.quiet}>Somebody else has to approve it before it runs.</p>
          )}
          <Group>
            <Button type="submit" loading={write.isPending}>
              {isScheduled ? 'Schedule' : object.approval_required === true ? 'Ask for it' : 'Run'}
            </Button>
          </Group>
        </form>
      </Section>
    </div>
  );
}

/** The kinds of objects are no model that can be listed: they are the models themselves. */
function ContentTypeInput({
  variable,
  value,
  onChange,
}: {
  variable: Variable;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const models = useModels();
  const isKind = variable.model === 'contenttypes.contenttype';
  const types = useEverything<{ id: number; app_label: string; model: string }>(
    { url: '/extras/content-types/' },
    {},
    isKind,
  );
  if (!isKind) return <TextInput label={labelOf(variable)} disabled placeholder="You may not see these" />;
  return (
    <Select
      label={labelOf(variable)}
      required={variable.required}
      searchable
      selectFirstOptionOnChange
      value={value === undefined || value === null ? null : String(value)}
      data={(types.data?.results ?? []).flatMap(({ id, app_label, model }) => {
        const found = models.find(`${app_label}.${model}`);
        return found ? [{ value: String(id), label: found.plural }] : [];
      })}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
    />
  );
}

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

import { Badge, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { listQuery } from '../api/objects';
import type { ApiObject, Choice } from '../api/types';
import { AllOfThem } from '../components/AllOfThem';
import { exactMoment, Moment } from '../components/Moment';
import { Named } from '../components/Named';
import { Notice } from '../components/Notice';
import { PageSkeleton } from '../components/PageSkeleton';
import type { ObjectProps } from '../pages/registration';
import classes from './Changes.module.css';
import { Differences } from './Differences';

/** What was done to an object at one time. */
export interface Change extends ApiObject {
  action: Choice;
  time: string;
  user_name: string;
  request_id: string;
  change_context: string;
  change_context_detail: string;
  object_data: Record<string, unknown>;
}

/** Versions that are offered for comparing. */
const mostVersions = 200;

const colors: Record<string, string> = { create: 'verdigris', update: 'brass', delete: 'red' };

/** What was done to an object, by whom, and what is different between any two of its versions. */
export function Changes({ model, object }: ObjectProps) {
  const log = useModels().find('extras.objectchange');
  const ofObject = { changed_object_id: String(object.id) };
  const { data, error } = useQuery({
    ...listQuery<Change>(log ?? { url: '' }, {
      ...ofObject,
      sort: '-time',
      limit: mostVersions,
      depth: 0,
    }),
    enabled: log?.may.includes('view') ?? false,
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<{ older?: string; newer?: string }>({});
  if (!log?.may.includes('view')) return <Notice icon="history" title="You may not see the change log" />;
  if (error) return <Notice title="The change log cannot be shown">{messageOf(error)}</Notice>;
  if (!data) return <PageSkeleton />;
  const versions = data.results;
  // The oldest of those that came is only what the next one is compared with, where there are more before it.
  const listed = data.count > versions.length ? versions.slice(0, -1) : versions;
  if (versions.length === 0) return <Notice icon="history" title="Nothing is recorded of this object" />;
  const newer = versions.find(({ id }) => id === chosen.newer) ?? versions[0]!;
  const before = versions[versions.indexOf(newer) + 1];
  const older = chosen.older === undefined ? before : versions.find(({ id }) => id === chosen.older);
  const options = versions.map(({ id, time, user_name, action }) => ({
    value: String(id),
    label: `${exactMoment(time)} · ${user_name} · ${action.label.toLowerCase()}`,
  }));
  return (
    <div className={classes.page}>
      <ol className={classes.list} aria-label="Versions">
        {listed.map((change) => (
          <li key={change.id}>
            <button
              type="button"
              aria-pressed={change === newer}
              onClick={() => setChosen({ newer: String(change.id) })}
            >
              <span>
                <Badge color={colors[String(change.action.value)] ?? 'gray'} variant="dot">
                  {change.action.label}
                </Badge>
              </span>
              <b>
                <Named text={change.user_name} />
              </b>
              <Text span size="xs" c="dimmed">
                <Moment value={change.time} />
                {change.change_context === 'web' ? '' : ` · ${change.change_context}`}
              </Text>
            </button>
          </li>
        ))}
        {data.count > listed.length && (
          <li className={classes.all}>
            <AllOfThem model={log} query={ofObject} shown={listed.length} count={data.count} />
          </li>
        )}
      </ol>
      <div className={classes.diff}>
        <div className={classes.choice}>
          <Select
            size="xs"
            label="From"
            data={[{ value: '', label: 'before it was there' }, ...options]}
            value={older ? String(older.id) : ''}
            onChange={(value) => setChosen((known) => ({ ...known, older: value ?? '' }))}
            allowDeselect={false}
          />
          <Select
            size="xs"
            label="To"
            data={options.slice(0, listed.length)}
            value={String(newer.id)}
            onChange={(value) => setChosen((known) => ({ ...known, ...(value === null ? {} : { newer: value }) }))}
            allowDeselect={false}
          />
        </div>
        <Differences model={model} before={older?.object_data ?? {}} after={newer.object_data} />
        <Text size="xs" c="dimmed" data-pl="mono" p="sm">
          Request {newer.request_id}
        </Text>
      </div>
    </div>
  );
}

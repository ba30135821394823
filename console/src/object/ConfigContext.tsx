import { Anchor, Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import { messageOf } from '../api/apiError';
import { useEverything } from '../api/everything';
import { useModels } from '../api/models';
import { objectPath, usePath } from '../api/objects';
import { type ApiObject, isRecord } from '../api/types';
import { Named } from '../components/Named';
import { Notice } from '../components/Notice';
import { PageSkeleton } from '../components/PageSkeleton';
import { Section } from '../components/Section';
import type { ObjectProps } from '../pages/registration';
import classes from './ConfigContext.module.css';
import { useAppliedContexts } from './useAppliedContexts';

interface Context extends ApiObject {
  name: string;
  weight: number;
  is_active: boolean;
  data: Record<string, unknown>;
}

/** What an object is configured with, as it is rendered, and which contexts give each key. */
export function ConfigContext({ model, object }: ObjectProps) {
  const { data, error } = usePath<ApiObject>(objectPath(model, object.id), { include: 'config_context' });
  const contexts = useModels().find('extras.configcontext');
  const mayView = contexts?.may.includes('view') ?? false;
  const read = useEverything<Context>(contexts, { is_active: true }, mayView);
  const known = read.data?.results ?? [];
  const left = read.data ? read.data.count - known.length : 0;
  const rendered = isRecord(data?.config_context) ? data.config_context : {};
  const mayGive = (context: Context, key: string) =>
    Object.hasOwn(context.data, key) && Object.hasOwn(rendered, key) && contains(rendered[key], context.data[key]);
  const giving = known.filter((context) => Object.keys(context.data).some((key) => mayGive(context, key)));
  const applied = useAppliedContexts(model, object, giving);
  const unread = read.error ?? applied.error;
  if (error) return <Notice title="The config context cannot be shown">{messageOf(error)}</Notice>;
  if (!data) return <PageSkeleton />;
  const local = isRecord(data.local_config_context_data) ? data.local_config_context_data : {};
  const keys = Object.keys(rendered);
  if (keys.length === 0) return <Notice icon="code" title="No config context applies to it" />;
  const givers = (key: string) =>
    applied.contexts.filter((context) => mayGive(context, key)).sort((a, b) => b.weight - a.weight);
  return (
    <div className={classes.page}>
      <Section title="Where each key comes from" flush>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">
                  <Named text={key} />
                </th>
                <td>
                  <Code>{JSON.stringify(rendered[key])}</Code>
                </td>
                <td>
                  {Object.hasOwn(local, key) && <Text size="sm">the object itself</Text>}
                  {givers(key).map((context) => (
                    <div key={context.id}>
                      <Anchor component={Link} to={`${contexts?.url}${context.id}/`} inherit>
                        <Named text={context.name} />
                      </Anchor>{' '}
                      <Text span size="xs" c="dimmed">
                        weight {context.weight}
                      </Text>
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {(!mayView || unread || left > 0) && (
          <Text size="xs" c="dimmed" p="sm" role="status">
            {!mayView
              ? 'You may not see config contexts.'
              : unread
                ? `The contexts cannot be shown: ${messageOf(unread)}`
                : `${left.toLocaleString('en')} contexts were not looked through.`}
          </Text>
        )}
      </Section>
      <Section title="As rendered">
        <Code block tabIndex={0}>
          {JSON.stringify(rendered, null, 2)}
        </Code>
      </Section>
    </div>
  );
}

/** Whether a value can have given another: it is the same, or a part of it. */
function contains(whole: unknown, part: unknown): boolean {
  if (isRecord(whole) && isRecord(part)) return Object.keys(part).some((key) => contains(whole[key], part[key]));
  return JSON.stringify(whole) === JSON.stringify(part);
}

import { Skeleton } from '@mantine/core';
import { messageOf } from '../api/apiError';
import { quoted, useGraph } from '../api/graph';
import { FieldList } from '../components/FieldList';
import { Section } from '../components/Section';
import type { ObjectProps } from '../pages/registration';
import { CableLine } from './CableLine';
import { EndLink } from './EndLink';
import { type Cabled, cabledFields, type EndKind, endKinds, endOf, isEndKind } from './ends';

const question = (kind: EndKind, id: string): string =>
  `{ found: ${endKinds[kind].many}(id: ${quoted([id])}) { ${cabledFields(kind)} } }`;

/** What something is plugged into, and what it reaches there. */
export function Connection({ model, object }: ObjectProps) {
  const kind = isEndKind(model.label) ? model.label : undefined;
  const { data, error } = useGraph<{ found: Cabled[] | null }>(
    kind ? question(kind, String(object.id)) : '',
    kind !== undefined,
  );
  const found = data?.found?.[0];
  const peer = endOf(found?.cable_peer);
  const endpoint = endOf(found?.connected_endpoint);
  return (
    <Section title="Connection">
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : data === undefined ? (
        <Skeleton height={64} radius="sm" />
      ) : (
        <FieldList
          rows={[
            ...(found?.cable ? [{ name: 'cable', label: 'Cable', value: <CableLine cable={found.cable} /> }] : []),
            ...(peer ? [{ name: 'peer', label: 'Leads to', value: <EndLink end={peer} /> }] : []),
            ...(endpoint && endpoint.id !== peer?.id
              ? [{ name: 'endpoint', label: 'Reaches', value: <EndLink end={endpoint} /> }]
              : []),
          ]}
        />
      )}
    </Section>
  );
}

import { Skeleton } from '@mantine/core';
import { messageOf } from '../api/apiError';
import { quoted, useGraph } from '../api/graph';
import { FieldList } from '../components/FieldList';
import type { ObjectProps } from '../pages/registration';
import { EndLink } from './EndLink';
import { endFields, endKinds, endOf, type GraphEnd, isEndKind } from './ends';

const sides = ['a', 'b'] as const;

/** What a cable is plugged into, on either side. */
export function CableEnds({ object }: ObjectProps) {
  const asked = sides.flatMap((side) => {
    const kind = String(object[`termination_${side}_type`]);
    if (!isEndKind(kind)) return [];
    const id = String(object[`termination_${side}_id`]);
    return [`${side}: ${endKinds[kind].many}(id: ${quoted([id])}) { ${endFields([kind])} }`];
  });
  const { data, error } = useGraph<Partial<Record<(typeof sides)[number], GraphEnd[] | null>>>(
    `{ ${asked.join(' ')} }`,
    asked.length > 0,
  );
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Skeleton height={64} radius="sm" />;
  return (
    <FieldList
      rows={sides.map((side) => {
        const end = endOf(data[side]?.[0]);
        return {
          name: side,
          label: `${side.toUpperCase()}: ${end ? endKinds[end.kind].one : 'end'}`,
          value: end ? <EndLink end={end} /> : 'You may not see it',
        };
      })}
    />
  );
}

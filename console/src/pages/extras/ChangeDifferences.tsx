import { Skeleton } from '@mantine/core';
import { useModels } from '../../api/models';
import { useList } from '../../api/objects';
import { type ApiObject, isRecord } from '../../api/types';
import { Differences } from '../../object/Differences';
import type { ObjectProps } from '../registration';

/** What a change has made other than it was after the one before. */
export function ChangeDifferences({ model, object }: ObjectProps) {
  const changed = useModels().find(String(object.changed_object_type));
  const { data } = useList<ApiObject>(model, {
    changed_object_id: String(object.changed_object_id),
    time__lt: String(object.time),
    sort: '-time',
    limit: 1,
    depth: 0,
  });
  if (!data) return <Skeleton height={64} radius="sm" />;
  const dataOf = (one: ApiObject | undefined) => (isRecord(one?.object_data) ? one.object_data : {});
  return <Differences model={changed} before={dataOf(data.results[0])} after={dataOf(object)} />;
}

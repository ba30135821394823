import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Model } from '../api/models';
import { type QueryValues, searchOf } from '../api/request';

interface Props {
  model: Model;
  /** What finds all of them in the list of the model. */
  query: QueryValues;
  shown: number;
  count: number;
}

/** Leads to the list of all where only some are shown, and says how many there are; nothing where all are. */
export function AllOfThem({ model, query, shown, count }: Props) {
  if (count <= shown) return null;
  return (
    <Text size="xs" p="xs">
      <Link to={`${model.url}?${searchOf(query)}`}>All {count.toLocaleString('en')}</Link>
    </Text>
  );
}

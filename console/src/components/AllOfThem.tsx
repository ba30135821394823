import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Model } from '../api/models';
import { type QueryValues, searchOf } from '../api/request';

interface Props {
  model: Model;
  /** What finds all of them in the list of the model. */
  query: QueryValues;
  shown: number;
  /** How many there are; undefined where it is only known that there are more. */
  count?: number;
}

/** Leads to the list of all where only some are shown, and says how many there are; nothing where all are. */
export function AllOfThem({ model, query, shown, count }: Props) {
  if (count !== undefined && count <= shown) return null;
  return (
    <Anchor component={Link} to={`${model.url}?${searchOf(query)}`} size="xs" display="inline-block" py={4}>
      All {count?.toLocaleString('en') ?? 'of them'}
    </Anchor>
  );
}

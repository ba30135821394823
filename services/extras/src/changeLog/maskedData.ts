import type { Row } from '@plumbline/model';
import { withoutUser } from '../fields/remoteUrl';

/** The data of a change as it is logged now: earlier versions logged names and passwords in addresses of repositories. */
export const maskedData = (data: unknown, { changed_object_type }: Row): unknown => {
  if (changed_object_type !== 'extras.gitrepository' || !isObject(data) || !('remote_url' in data)) return data;
  return { ...data, remote_url: withoutUser(data.remote_url) };
};

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null;

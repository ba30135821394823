import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { ApiObject } from '../api/types';
import { Icon } from '../components/Icon';
import { EmbeddedList } from '../list/EmbeddedList';
import type { Referring } from './referrerTabs';

/** The objects that refer to one, as a list within its page. */
export function ReferrerTab({ model, filter, field, object }: Referring & { object: ApiObject }) {
  const id = String(object.id);
  return (
    <>
      <Group gap="xs" px="lg" py="sm">
        <Button
          component={Link}
          variant="default"
          to={`${model.url}?${filter}=${id}`}
          leftSection={<Icon name="table" size={14} />}
        >
          Open as a list
        </Button>
        {model.may.includes('add') && (
          <Button component={Link} to={`${model.url}add/?${field}=${id}`} leftSection={<Icon name="add" size={14} />}>
            Add {model.title}
          </Button>
        )}
      </Group>
      <EmbeddedList model={model} query={{ [filter]: id }} without={field} />
    </>
  );
}

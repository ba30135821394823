import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { Model } from '../api/models';
import { addressOf } from '../api/request';
import { Icon } from '../components/Icon';

/** The list as a file, and files into the list. */
export function ExportMenu({ model, query }: { model: Model; query: URLSearchParams }) {
  const table = new URLSearchParams(query);
  table.set('format', 'csv');
  const json = new URLSearchParams(query);
  json.set('limit', '0');
  json.set('format', 'json');
  const name = model.url.split('/').at(-2);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Export and import">
          <ActionIcon variant="default" size={28} aria-label="Export and import">
            <Icon name="download" size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>What the filters find</Menu.Label>
        <Menu.Item
          component="a"
          href={addressOf(`/api${model.url}`, table)}
          download={`${name}.csv`}
          leftSection={<Icon name="table" size={14} />}
        >
          Export as CSV
        </Menu.Item>
        <Menu.Item
          component="a"
          href={addressOf(`/api${model.url}`, json)}
          download={`${name}.json`}
          leftSection={<Icon name="code" size={14} />}
        >
          Export as JSON
        </Menu.Item>
        {model.may.includes('add') && (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to={`${model.url}import/`} leftSection={<Icon name="upload" size={14} />}>
              Import CSV…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

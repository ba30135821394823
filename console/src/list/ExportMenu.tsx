import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../api/apiError';
import type { Model } from '../api/models';
import { addressOf } from '../api/request';
import { Icon } from '../components/Icon';

const TemplateItems = lazy(async () => ({ default: (await import('./TemplateItems')).TemplateItems }));

interface Props {
  model: Model;
  /** Filters and order. */
  query: URLSearchParams;
  filters: URLSearchParams;
}

/** The list as a file, in the order that it is shown in, and files into the list. */
export function ExportMenu({ model, query, filters }: Props) {
  const table = new URLSearchParams(query);
  table.set('format', 'csv');
  const name = model.url.split('/').at(-2);
  const [isOpen, setOpen] = useState(false);
  const saveJson = async () => {
    try {
      await (await import('./exportJson')).exportJson(model, query, `${name}.json`);
    } catch (error) {
      notifications.show({ color: 'red', title: 'Not exported', message: messageOf(error) });
    }
  };
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Tooltip label="Export and import">
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label="Export and import">
            <Icon name="download" size={14} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
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
        <Menu.Item leftSection={<Icon name="code" size={14} />} onClick={() => void saveJson()}>
          Export as JSON
        </Menu.Item>
        {isOpen && (
          <Suspense>
            <TemplateItems model={model} query={filters} />
          </Suspense>
        )}
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

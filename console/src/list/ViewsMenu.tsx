import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useConfig, useSetConfig } from '../api/config';
import type { Model } from '../api/models';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';

const SaveView = lazy(async () => ({ default: (await import('./SaveView')).SaveView }));

/** Lists as somebody has filtered and sorted them, kept by a name. */
export function ViewsMenu({ model, search }: { model: Model; search: string }) {
  const views = useConfig().lists?.[model.label]?.views ?? [];
  const setConfig = useSetConfig();
  const [isNaming, setNaming] = useState(false);
  const keep = (change: (known: typeof views) => typeof views) =>
    setConfig(({ lists }) => ({ lists: { [model.label]: { views: change(lists?.[model.label]?.views ?? []) } } }));
  const save = (name: string) => {
    keep((known) => [...known.filter((view) => view.name !== name), { name, search }]);
    setNaming(false);
  };
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Tooltip label="Saved views">
          <Menu.Target>
            <ActionIcon variant="default" size={28} aria-label="Saved views">
              <Icon name="bookmark" size={14} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>No view is saved yet</Menu.Label>}
          {views.map((view) => (
            <Group key={view.name} gap={0} wrap="nowrap">
              <Menu.Item
                component={Link}
                to={`${model.url}?${view.search}`}
                aria-current={view.search === search || undefined}
                flex={1}
              >
                <Named text={view.name} />
              </Menu.Item>
              <ActionIcon
                size="sm"
                aria-label={`Forget ${view.name}`}
                onClick={() => keep((known) => known.filter(({ name }) => name !== view.name))}
              >
                <Icon name="close" size={12} />
              </ActionIcon>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="save" size={14} />}
            disabled={search === ''}
            onClick={() => setNaming(true)}
          >
            Save what is shown
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isNaming && <SaveView onSave={save} onClose={() => setNaming(false)} />}</Suspense>
    </>
  );
}

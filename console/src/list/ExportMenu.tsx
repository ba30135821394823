import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../api/apiError';
import { download } from '../api/download';
import { type Model, useModels } from '../api/models';
import { objectPath, useList } from '../api/objects';
import { addressOf } from '../api/request';
import type { ApiObject } from '../api/types';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';

/** Templates there are, of all kinds: their list knows no filter by a kind's name. */
const most = 1000;

/** The list as a file, and files into the list. */
export function ExportMenu({ model, query }: { model: Model; query: URLSearchParams }) {
  const table = new URLSearchParams(query);
  table.set('format', 'csv');
  const json = new URLSearchParams(query);
  json.set('limit', '0');
  json.set('format', 'json');
  const name = model.url.split('/').at(-2);
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
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
        <TemplateItems model={model} query={query} isAsked={isOpen} />
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

/** What export templates make of the list, each as a file. */
function TemplateItems({ model, query, isAsked }: { model: Model; query: URLSearchParams; isAsked: boolean }) {
  const templates = useModels().find('extras.exporttemplate');
  const mayAsk = (templates?.may.includes('view') ?? false) && model.abilities.includes('exportTemplates');
  const { data } = useList<ApiObject & { name: string; description: string; content_type: string }>(
    templates ?? { url: '' },
    { limit: most, depth: 0 },
    isAsked && mayAsk,
  );
  const offered = (data?.results ?? []).filter(({ content_type }) => content_type === model.label);
  if (!templates || offered.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Export templates</Menu.Label>
      {offered.map((template) => (
        <Menu.Item
          key={template.id}
          title={template.description}
          leftSection={<Icon name="download" size={14} />}
          onClick={() =>
            void download(`${objectPath(templates, template.id)}render/`, query).catch((error: unknown) =>
              notifications.show({ color: 'red', title: `${template.name}: not written`, message: messageOf(error) }),
            )
          }
        >
          <Named text={template.name} />
        </Menu.Item>
      ))}
    </>
  );
}

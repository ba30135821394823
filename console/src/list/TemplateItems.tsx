import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/apiError';
import { download } from '../api/download';
import { useEverything } from '../api/everything';
import { type Model, useModels } from '../api/models';
import { objectPath } from '../api/objects';
import type { ApiObject } from '../api/types';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';

/** What export templates make of the list, each as a file. */
export function TemplateItems({ model, query }: { model: Model; query: URLSearchParams }) {
  const templates = useModels().find('extras.exporttemplate');
  const mayAsk = (templates?.may.includes('view') ?? false) && model.abilities.includes('exportTemplates');
  // Their list knows no filter by a kind's name.
  const { data } = useEverything<ApiObject & { name: string; description: string; content_type: string }>(
    templates,
    { depth: 0 },
    mayAsk,
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

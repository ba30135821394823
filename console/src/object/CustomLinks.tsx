import { Button, Menu } from '@mantine/core';
import { useModels } from '../api/models';
import { usePath } from '../api/objects';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import type { ObjectProps } from '../pages/registration';

interface CustomLink {
  id: string;
  name: string;
  group_name: string;
  button_class: string;
  new_window: boolean;
  text: string;
  /** Null where the template leads nowhere. */
  target_url: string | null;
  problem: string;
}

/** What a button of a class looks like here. */
const looks: Record<string, { variant: string; color?: string }> = {
  primary: { variant: 'filled' },
  success: { variant: 'light', color: 'verdigris' },
  info: { variant: 'light' },
  warning: { variant: 'light', color: 'brass' },
  danger: { variant: 'light', color: 'red' },
  link: { variant: 'subtle' },
};

/** Links that somebody has given to objects of this model: buttons, and a menu for each group of them. */
export function CustomLinks({ model, object }: ObjectProps) {
  const links = useModels().find('extras.customlink');
  const isAsked = (links?.may.includes('view') ?? false) && model.abilities.includes('customLinks');
  const { data = [] } = usePath<CustomLink[]>(
    '/api/extras/rendered-custom-links/',
    { content_type: model.label, object_id: object.id },
    isAsked,
  );
  const groups = [...new Set(data.map((link) => link.group_name).filter((name) => name !== ''))];
  return (
    <>
      {data
        .filter((link) => link.group_name === '')
        .map((link) =>
          link.target_url === null ? (
            <Button key={link.id} variant="default" disabled title={link.problem}>
              <Named text={link.name} />
            </Button>
          ) : (
            <Button
              key={link.id}
              component="a"
              {...leading(link, link.target_url)}
              {...(looks[link.button_class] ?? { variant: 'default' })}
            >
              <Named text={link.text} />
            </Button>
          ),
        )}
      {groups.map((group) => (
        <Menu key={group} position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="chevronDown" size={12} />}>
              <Named text={group} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {data
              .filter((link) => link.group_name === group)
              .map((link) =>
                link.target_url === null ? (
                  <Menu.Item key={link.id} disabled title={link.problem}>
                    <Named text={link.name} />
                  </Menu.Item>
                ) : (
                  <Menu.Item key={link.id} component="a" {...leading(link, link.target_url)}>
                    <Named text={link.text} />
                  </Menu.Item>
                ),
              )}
          </Menu.Dropdown>
        </Menu>
      ))}
    </>
  );
}

const leading = ({ new_window: isNew }: CustomLink, href: string) =>
  isNew ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href };

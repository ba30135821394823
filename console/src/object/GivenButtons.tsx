import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';

/** A button that somebody has given to objects of a model, its text made for the object at hand. */
export interface GivenButton {
  id: string;
  name: string;
  /** Those of one group share a menu. */
  group_name: string;
  button_class: string;
  text: string;
  /** Why it cannot be used; empty where it can. */
  problem: string;
}

/** What pressing it does. */
type Act = { href: string; target?: string; rel?: string } | { onClick: () => void };

interface Props<T extends GivenButton> {
  given: readonly T[];
  icon?: ReactNode;
  /** One of them is doing what it does: none is to be pressed until that is over. */
  isBusy?: boolean;
  actOf: (button: T) => Act;
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

/** Buttons, and a menu for each group of them. */
export function GivenButtons<T extends GivenButton>({ given, icon, isBusy = false, actOf }: Props<T>) {
  const groups = [...new Set(given.map((button) => button.group_name).filter((name) => name !== ''))];
  const single = (button: T) => {
    if (button.problem !== '')
      return (
        <Button key={button.id} variant="default" disabled title={button.problem}>
          <Named text={button.name} />
        </Button>
      );
    const act = actOf(button);
    const look = { leftSection: icon, ...(looks[button.button_class] ?? { variant: 'default' }) };
    const text = <Named text={button.text} />;
    return 'href' in act ? (
      <Button key={button.id} component="a" {...look} {...act}>
        {text}
      </Button>
    ) : (
      <Button key={button.id} title={button.name} disabled={isBusy} {...look} {...act}>
        {text}
      </Button>
    );
  };
  const inMenu = (button: T) => {
    if (button.problem !== '')
      return (
        <Menu.Item key={button.id} disabled title={button.problem}>
          <Named text={button.name} />
        </Menu.Item>
      );
    const act = actOf(button);
    const text = <Named text={button.text} />;
    return 'href' in act ? (
      <Menu.Item key={button.id} component="a" {...act}>
        {text}
      </Menu.Item>
    ) : (
      <Menu.Item key={button.id} leftSection={icon} disabled={isBusy} {...act}>
        {text}
      </Menu.Item>
    );
  };
  return (
    <>
      {given.filter((button) => button.group_name === '').map(single)}
      {groups.map((group) => (
        <Menu key={group} position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="chevronDown" size={12} />}>
              <Named text={group} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>{given.filter((button) => button.group_name === group).map(inMenu)}</Menu.Dropdown>
        </Menu>
      ))}
    </>
  );
}

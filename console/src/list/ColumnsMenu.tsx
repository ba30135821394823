import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Tooltip } from '@mantine/core';
import type { Description } from '../api/description';
import { Icon } from '../components/Icon';
import classes from './ColumnsMenu.module.css';
import type { Columns } from './columns';

/** Chooses the columns of a list and their order, for this person. */
export function ColumnsMenu({
  columns: { columns, possible, isChanged, choose },
  description,
  customFields,
}: {
  columns: Columns;
  description: Description;
  customFields: { name: string; label: string }[];
}) {
  const names = columns.map(({ name }) => name);
  const labels = new Map([
    ...possible.map((name) => [name, name === 'display' ? 'Name' : (description.field(name)?.label ?? name)] as const),
    ...customFields.map(({ name, label }) => [name, label] as const),
  ]);
  const rest = [...labels.keys()].filter((name) => !names.includes(name));
  const move = (name: string, by: number) => {
    const next = names.filter((one) => one !== name);
    next.splice(Math.max(1, names.indexOf(name) + by), 0, name);
    choose(next);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Tooltip label="Columns">
        <Popover.Target>
          <ActionIcon variant="default" size={28} aria-label="Columns">
            <Icon name="columns" size={14} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p={0} aria-label="Columns">
        <ScrollArea.Autosize mah={420} w={270}>
          <ul className={classes.list}>
            {names.map((name, index) => (
              <li key={name}>
                <Checkbox
                  size="xs"
                  label={labels.get(name) ?? name}
                  checked
                  disabled={index === 0}
                  onChange={() => choose(names.filter((one) => one !== name))}
                />
                {index > 0 && (
                  <span>
                    <ActionIcon
                      size="xs"
                      aria-label={`Move ${labels.get(name) ?? name} left`}
                      disabled={index === 1}
                      onClick={() => move(name, -1)}
                    >
                      <Icon name="arrowUp" size={11} />
                    </ActionIcon>
                    <ActionIcon
                      size="xs"
                      aria-label={`Move ${labels.get(name) ?? name} right`}
                      disabled={index === names.length - 1}
                      onClick={() => move(name, 1)}
                    >
                      <Icon name="arrowDown" size={11} />
                    </ActionIcon>
                  </span>
                )}
              </li>
            ))}
            {rest.map((name) => (
              <li key={name}>
                <Checkbox
                  size="xs"
                  label={labels.get(name)}
                  checked={false}
                  onChange={() => choose([...names, name])}
                />
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
        {isChanged && (
          <Group p="xs" className={classes.foot!}>
            <Button variant="default" size="compact-xs" onClick={() => choose(undefined)}>
              As usual
            </Button>
          </Group>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

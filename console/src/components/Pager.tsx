import { Button, Group } from '@mantine/core';
import classes from './Pager.module.css';

interface Props {
  /** What is shown, from the first on: the place of the first of them, and how many they are. */
  offset: number;
  shown: number;
  /** How many there are. */
  count: number;
  /** How many of them a page has. */
  size: number;
  /** What they are called. */
  noun: string;
  /** What the buttons say. */
  back: string;
  on: string;
  onTurn(offset: number): void;
}

/** Turns the pages of what is shown a part of, and says which part it is; nothing where all is shown. */
export function Pager({ offset, shown, count, size, noun, back, on, onTurn }: Props) {
  if (count <= shown && offset === 0) return null;
  return (
    <Group gap="xs" my="sm">
      <Button variant="default" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - size))}>
        {back}
      </Button>
      <Button variant="default" disabled={offset + shown >= count} onClick={() => onTurn(offset + shown)}>
        {on}
      </Button>
      <span className={classes.words} role="status">
        {(offset + 1).toLocaleString('en')} to {(offset + shown).toLocaleString('en')} of {count.toLocaleString('en')}{' '}
        {noun}
      </span>
    </Group>
  );
}

import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { Icon } from '../../components/Icon';
import { type Block, bitsOf, sizeOf, sizeWords, textOf } from './networks';

/** How many lengths are offered beside the whole. */
const offered = 9;

/** The lengths of blocks that may be taken of one: the next, and those that networks usually have. */
export function lengthsWithin({ version, length }: Pick<Block, 'version' | 'length'>): number[] {
  const usual =
    version === 4
      ? [16, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]
      : [32, 36, 40, 44, 48, 52, 56, 60, 64, 127, 128];
  const near = Array.from({ length: 3 }, (_, index) => length + index + 1);
  return [...new Set([...near, ...usual])]
    .filter((one) => one > length && one <= bitsOf(version))
    .sort((a, b) => a - b)
    .slice(0, offered);
}

/** Takes a free block with one click, or a smaller one at its beginning. */
export function TakeFree({
  block,
  text,
  disabled,
  tabIndex,
  onTake,
}: {
  block: Block;
  text: string;
  disabled: boolean;
  tabIndex: number;
  onTake: (prefix: string) => void;
}) {
  const lengths = lengthsWithin(block);
  return (
    <Button.Group>
      <Button
        size="compact-xs"
        variant="default"
        disabled={disabled}
        tabIndex={tabIndex}
        aria-label={`Take ${text}`}
        onClick={() => onTake(text)}
      >
        Take
      </Button>
      {lengths.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="default"
              px={4}
              disabled={disabled}
              tabIndex={tabIndex}
              aria-label={`Take a part of ${text}`}
            >
              <Icon name="chevronDown" size={12} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>At its beginning</Menu.Label>
            <LengthItems
              version={block.version}
              lengths={lengths}
              onChoose={(length) => onTake(`${textOf(block.version, block.first)}/${length}`)}
            />
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}

/** Takes the next free block of a length in a prefix, wherever that is. */
export function TakeNext({
  block,
  text,
  disabled,
  tabIndex,
  onTake,
}: {
  block: Pick<Block, 'version' | 'length'>;
  text: string;
  disabled: boolean;
  tabIndex?: number;
  onTake: (length: number) => void;
}) {
  const lengths = lengthsWithin(block);
  if (lengths.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Tooltip label="Take the next free block">
        <Menu.Target>
          <ActionIcon
            size="sm"
            disabled={disabled}
            tabIndex={tabIndex}
            aria-label={`Take the next free block in ${text}`}
          >
            <Icon name="add" size={13} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>The next free</Menu.Label>
        <LengthItems version={block.version} lengths={lengths} onChoose={onTake} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Lengths to choose from, each with how much it holds. */
function LengthItems({
  version,
  lengths,
  onChoose,
}: {
  version: Block['version'];
  lengths: number[];
  onChoose: (length: number) => void;
}) {
  return lengths.map((length) => (
    <Menu.Item
      key={length}
      onClick={() => onChoose(length)}
      rightSection={
        <span style={{ fontSize: '0.75rem', color: 'var(--pl-muted)' }}>{sizeWords(sizeOf({ version, length }))}</span>
      }
    >
      <span data-pl="mono">/{length}</span>
    </Menu.Item>
  ));
}

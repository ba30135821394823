import { Kbd, Table, Title } from '@mantine/core';
import { Dialog } from '../components/Dialog';
import { goKeys } from './useGoKeys';

const groups: { title: string; keys: [keys: string[], what: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Search objects, pages and actions'],
      [['/'], 'The same'],
      [['?'], 'This help'],
      [['Esc'], 'Close what is open'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['j'], 'Next row'],
      [['k'], 'Row before'],
      [['Home'], 'First row'],
      [['End'], 'Last row'],
      [['Enter'], 'Open the row'],
      [['Space'], 'Peek at the row'],
      [['x'], 'Select the row'],
      [['f'], 'Add a filter'],
      [['a'], 'Add an object'],
    ],
  },
  {
    title: 'On an object',
    keys: [
      [['e'], 'Edit'],
      [['['], 'Tab before'],
      [[']'], 'Next tab'],
    ],
  },
  { title: 'In a form', keys: [[['Ctrl', 'Enter'], 'Save']] },
  { title: 'Go to', keys: Object.entries(goKeys).map(([key, { label }]) => [['g', key], label]) },
];

/** What the keyboard does. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard" size="lg">
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <Title order={3} mt="sm" mb={4}>
            {title}
          </Title>
          <Table verticalSpacing={4} withRowBorders={false}>
            <Table.Tbody>
              {keys.map(([combination, what]) => (
                <Table.Tr key={what + combination.join()}>
                  <Table.Td w="8rem">
                    {combination.map((key) => (
                      <Kbd key={key} size="xs" mr={4}>
                        {key}
                      </Kbd>
                    ))}
                  </Table.Td>
                  <Table.Td>{what}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Dialog>
  );
}

import { Modal } from '@mantine/core';

/** Finds objects, pages and actions by what is typed. */
export function Palette({ onClose }: { onClose: () => void; onHelp: () => void }) {
  return <Modal opened onClose={onClose} title="Search" closeButtonProps={{ 'aria-label': 'Close' }} />;
}

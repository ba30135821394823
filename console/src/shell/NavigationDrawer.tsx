import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Navigation } from './Navigation';

/** The navigation where there is no room for it beside the pages. */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="17rem"
      title="Plumbline"
      padding="xs"
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <nav aria-label="Main">
        <Navigation />
      </nav>
    </Drawer>
  );
}

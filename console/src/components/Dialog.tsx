import { Modal, type ModalProps } from '@mantine/core';
import { useReturnedFocus } from './useReturnedFocus';

/** A dialog, open for as long as it is drawn. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnedFocus();
  return <Modal opened closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}

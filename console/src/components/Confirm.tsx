import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog';
import { Named } from './Named';

/** Asks before something is done that is not easily undone. */
export function Confirm({
  title,
  action,
  cancel,
  isBusy,
  error,
  refusal,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  action: string;
  /** What stands on the button that does nothing, where that is what most want: it has the keyboard then. */
  cancel?: string;
  isBusy: boolean;
  error: string | undefined;
  /** Why it cannot be done, where that is known before; there is nothing to press then. */
  refusal?: string | undefined;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
}) {
  return (
    <Dialog onClose={onClose} title={<Named text={title} />}>
      <Stack gap="sm">
        {children && (
          <Text size="sm" component="div">
            {children}
          </Text>
        )}
        {(refusal ?? error) !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {refusal ?? error}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={cancel !== undefined || undefined}>
            {cancel ?? 'Cancel'}
          </Button>
          {refusal === undefined && (
            <Button
              color="red.8"
              loading={isBusy}
              onClick={onConfirm}
              data-autofocus={cancel === undefined || undefined}
            >
              {action}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

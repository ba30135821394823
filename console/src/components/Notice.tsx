import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

/** A page or a part of one that says one thing: that there is nothing, or that something did not work. */
export function Notice({
  icon = 'alert',
  title,
  children,
  action,
  isPage = false,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: { label: string; run: () => void };
  /** It is all there is on the page, which has no other heading. */
  isPage?: boolean;
}) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <span style={{ color: 'var(--pl-brass)' }}>
        <Icon name={icon} size={28} />
      </span>
      <Title order={isPage ? 1 : 2} size="h2">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw="46ch" component="div">
          {children}
        </Text>
      )}
      {action && (
        <Button mt="xs" variant="default" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </Stack>
  );
}

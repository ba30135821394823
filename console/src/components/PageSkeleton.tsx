import { Skeleton, Stack } from '@mantine/core';

/** What stands where a page will be, in about its shape. */
export function PageSkeleton() {
  return (
    <Stack gap="md" p="lg" aria-busy="true">
      <Skeleton height={26} width={240} radius="sm" />
      <Skeleton height={34} radius="sm" />
      <Skeleton height={320} radius="sm" />
    </Stack>
  );
}

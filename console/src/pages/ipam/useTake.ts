import { notifications } from '@mantine/notifications';
import { messageOf } from '../../api/apiError';
import { useEverything } from '../../api/everything';
import { useModels } from '../../api/models';
import { useWrite } from '../../api/objects';
import type { ApiObject } from '../../api/types';

/** The status of what is taken, unless somebody says otherwise: Active, or the first that there is. */
export function useFirstStatus(label: string): string | undefined {
  const statuses = useModels().find('extras.status');
  const { data } = useEverything(statuses, { content_types: label, depth: 0 });
  const found = data?.results.find(({ name }) => name === 'Active') ?? data?.results[0];
  return found === undefined ? undefined : String(found.id);
}

/** Makes an object of free space; says what came of it. */
export function useTake(label: 'ipam.prefix' | 'ipam.ipaddress') {
  const status = useFirstStatus(label);
  const write = useWrite<ApiObject | undefined>();
  return {
    isReady: status !== undefined && !write.isPending,
    take: (path: string, body: Record<string, unknown>, onDone?: (made: ApiObject) => void) =>
      write.mutate(
        { method: 'POST', path, body: { status, ...body } },
        {
          onSuccess: ({ data }) => {
            if (data === undefined)
              return void notifications.show({
                color: 'red',
                title: 'No room',
                message: 'There is no free space of that size.',
              });
            notifications.show({
              title: `${data.display} is taken`,
              message: 'It is in the list now; give it a description when you know what for.',
            });
            onDone?.(data);
          },
          onError: (error) => {
            write.reset();
            notifications.show({ color: 'red', title: 'Nothing was taken', message: messageOf(error) });
          },
        },
      ),
  };
}

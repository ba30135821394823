import { notifications } from '@mantine/notifications';

/** Says to whoever has entered something that it would be saved by somebody else, who has signed in meanwhile. */
export function tellOfSomebodyElse(id: string, username: string): void {
  notifications.show({
    id,
    color: 'red',
    autoClose: false,
    title: `${username} is signed in now`,
    message: 'What you have entered stays here. If you save it, it is they who have saved it.',
  });
}

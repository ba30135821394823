import '@mantine/core/styles/Notification.layer.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Where short messages are shown. */
export function Messages() {
  return <Notifications position="bottom-right" limit={4} autoClose={4000} />;
}

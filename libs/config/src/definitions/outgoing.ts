import { type Definition, destinations, text, wholeNumber } from '../definition';

/** What is reached outside: secrets, repositories, webhooks. */
export const outgoing = {
  secretsFolder: {
    variable: 'PLUMBLINE_SECRETS_FOLDER',
    readBy: 'extras',
    meaning:
      'Folder whose files the text-file provider of secrets may read; give it to the extras service alone. Files elsewhere are as good as not there.',
    otherwise: 'no file is read',
    schema: text(),
  },
  outgoingAllow: {
    variable: 'PLUMBLINE_OUTGOING_ALLOW',
    readBy: ['extras', 'users'],
    meaning:
      'Host names, addresses and networks, separated by commas, that requests to other systems (such as webhooks) may go to although they are not on the internet.',
    otherwise: 'public addresses only',
    schema: destinations(),
  },
  sshKnownHosts: {
    variable: 'PLUMBLINE_SSH_KNOWN_HOSTS',
    readBy: 'extras',
    meaning:
      'File, in the form of `known_hosts` of OpenSSH, with the keys by which hosts of git repositories are known; give it to the extras service alone. It is read at every sync.',
    otherwise: 'nothing is fetched over SSH',
    schema: text(),
  },
  webhookTimeout: {
    variable: 'PLUMBLINE_WEBHOOK_TIMEOUT',
    readBy: 'extras',
    meaning: 'Seconds the receiver of a webhook has to answer.',
    fallback: '10',
    schema: wholeNumber(1, 300),
  },
  webhookConnections: {
    variable: 'PLUMBLINE_WEBHOOK_CONNECTIONS',
    readBy: 'extras',
    meaning: 'Requests of webhooks under way at once to one host, from each process of the extras service.',
    fallback: '8',
    schema: wholeNumber(1, 1_000),
  },
  webhookAttempts: {
    variable: 'PLUMBLINE_WEBHOOK_ATTEMPTS',
    readBy: 'extras',
    meaning: 'How often a delivery is tried before it counts as failed.',
    fallback: '25',
    schema: wholeNumber(1, 1_000),
  },
  webhookFirstWait: {
    variable: 'PLUMBLINE_WEBHOOK_FIRST_WAIT',
    readBy: 'extras',
    meaning: 'Milliseconds until a delivery is tried for the second time; every further wait is twice as long.',
    fallback: '1000',
    schema: wholeNumber(1, 3_600_000),
  },
  webhookLongestWait: {
    variable: 'PLUMBLINE_WEBHOOK_LONGEST_WAIT',
    readBy: 'extras',
    meaning: 'Milliseconds that no wait between two tries is longer than.',
    fallback: '3600000',
    schema: wholeNumber(1, 86_400_000),
  },
  webhookDeliveredHours: {
    variable: 'PLUMBLINE_WEBHOOK_DELIVERED_HOURS',
    readBy: 'extras',
    meaning: 'Hours a delivery that arrived stays in the list of deliveries.',
    fallback: '24',
    schema: wholeNumber(0, 1_000_000),
  },
  webhookFailedHours: {
    variable: 'PLUMBLINE_WEBHOOK_FAILED_HOURS',
    readBy: 'extras',
    meaning: 'Hours a delivery that failed stays in the list of deliveries, from which it can be sent again.',
    fallback: '720',
    schema: wholeNumber(1, 1_000_000),
  },
} satisfies Record<string, Definition<unknown>>;

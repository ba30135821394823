import { address, type Definition, databaseAddress, word } from '../definition';
import { defaultPort } from '../ports';
import { type App, apps } from '../settings';
import { accounts } from './accounts';
import { answers } from './answers';
import { databases } from './databases';
import { jobs } from './jobs';
import { messaging } from './messaging';
import { observation } from './observation';
import { outgoing } from './outgoing';
import { server } from './server';

/** What a process runs, where there are these services. */
export function targetAmong(services: readonly App[]) {
  return {
    option: 'target',
    meaning: `What this process runs: everything, the gateway, a worker that runs jobs, or one service (${services.join(', ')}, or an app of PLUMBLINE_APPS).`,
    fallback: 'all',
    schema: word(['all', 'gateway', 'worker', ...services]),
  } satisfies Definition<string>;
}

/** Settings every process has, by the name reading gives them. */
export const definitions = {
  ...server,
  ...databases,
  ...messaging,
  ...accounts,
  ...answers,
  ...jobs,
  ...outgoing,
  ...observation,
} satisfies Record<string, Definition<unknown>>;

/** A database of its own for one service. */
export function databaseUrlOf(app: App): Definition<string> {
  return {
    variable: `${app.toUpperCase()}_DATABASE_URL`,
    readBy: app,
    meaning: `Database of the ${app} service alone, used as given.`,
    otherwise: 'DATABASE_URL',
    schema: databaseAddress(),
    isSecret: true,
  };
}

/** Read replicas of the database of one service. */
export function readReplicaUrlOf(app: App): Definition<string> {
  return {
    variable: `${app.toUpperCase()}_READ_REPLICA_URL`,
    readBy: app,
    meaning: `Read replicas of the database of the ${app} service alone.`,
    otherwise: 'PLUMBLINE_READ_REPLICA_URL where DATABASE_URL is used',
    schema: databaseAddress({ list: true }),
    isSecret: true,
  };
}

/** The setting that says where the gateway finds one service. */
export const serviceUrlVariable = (app: App): string => `${app.toUpperCase()}_URL`;

/** Where the gateway finds one service. */
export function serviceUrlOf(app: App, services: readonly App[] = apps) {
  return {
    variable: serviceUrlVariable(app),
    readBy: 'gateway',
    meaning: `Where the gateway finds the ${app} service when it does not run in the same process; several processes are separated by commas.`,
    fallback: `http://127.0.0.1:${defaultPort(app, services)}`,
    schema: address(['http', 'https'], { list: true }),
  } satisfies Definition<string>;
}

/** Every setting there is, in the order people read about them. */
export const allDefinitions: readonly Definition<unknown>[] = [
  targetAmong(apps),
  ...Object.values(definitions),
  ...apps.map(databaseUrlOf),
  ...apps.map(readReplicaUrlOf),
  ...apps.map((app) => serviceUrlOf(app)),
];

/** The variables whose values are nobody's business but the program's. */
export const secretVariables: readonly string[] = allDefinitions.flatMap(({ variable, isSecret, known }) =>
  isSecret && variable !== undefined ? [variable, ...(known?.names ?? [])] : [],
);

/** The variable that names the file a secret stands in. */
export const fileVariable = (variable: string): string => `${variable}_FILE`;

/** All variables that a setting may be told by, those that name the file of a secret among them. */
export function namesOf({ variable, isSecret, known }: Definition<unknown>): string[] {
  if (variable === undefined) return [];
  return [variable, ...(isSecret ? [fileVariable(variable)] : []), ...(known?.names ?? [])];
}

/**
 * The secrets that people are known by, for the users service alone: those of providers and of the first administrator, by
 * all the names of the variables and of the files they may stand in.
 */
export const signInSecrets: readonly string[] = Object.values<Definition<unknown>>(accounts)
  .filter(({ isSecret, readBy }) => isSecret && readBy === 'users')
  .flatMap(namesOf);

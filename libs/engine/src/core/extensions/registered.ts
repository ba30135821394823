import type { Chore } from '../background/chore';
import type { Engine } from '../engine';
import { perEngine } from '../kept/perEngine';
import type { ServiceDefinition } from '../service';
import { createExtensions, type Extensions, type GrantSource, type Registered } from './extension';

const nothing = (): Registered => ({ extensions: createExtensions([]), grants: { of: async () => ({}), asks: [] } });
const registered = perEngine(nothing);

/** Hands an engine what the program has registered, before anybody asks it anything. */
export const register = ({ kept }: Pick<Engine, 'kept'>, given: Registered): void => {
  kept.set(nothing, given);
};

/** What objects have beside what their models say. */
export const extensionsOf = (engine: Pick<Engine, 'kept'>): Extensions => registered(engine).extensions;

/** What a service looks after for its extensions and for itself. */
export const choresOf = (engine: Pick<Engine, 'kept'>, { chores = [] }: Pick<ServiceDefinition, 'chores'>): Chore[] => [
  ...extensionsOf(engine).all.flatMap((extension) => extension.chores ?? []),
  ...chores,
];

/** Who says what users may do. */
export const grantSource = (engine: Pick<Engine, 'kept'>): GrantSource => registered(engine).grants;

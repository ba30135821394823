import type { Chore } from '../background/chore';
import type { Engine } from '../engine';
import { perEngine } from '../kept/perEngine';
import type { ServiceDefinition } from '../service';
import { createExtensions, type Extensions, type GrantSource, type Registered } from './extension';

const nothing = (): Registered => ({ extensions: createExtensions([]), grants: { of: async () => ({}), asks: [] } });
const registered = perEngine(nothing);

/** Hands an engine what the program has registered, before anybody asks it anything. */
export const register = ({ memory }: Pick<Engine, 'memory'>, given: Registered): void => {
  memory.set(nothing, given);
};

/** What objects have beside what their models say. */
export const extensionsOf = (engine: Pick<Engine, 'memory'>): Extensions => registered(engine).extensions;

/** What a service looks after for its extensions and for itself. */
export const choresOf = (
  engine: Pick<Engine, 'memory'>,
  { chores = [] }: Pick<ServiceDefinition, 'chores'>,
): Chore[] => [...extensionsOf(engine).all.flatMap((extension) => extension.chores ?? []), ...chores];

/** Who says what users may do. */
export const grantSource = (engine: Pick<Engine, 'memory'>): GrantSource => registered(engine).grants;

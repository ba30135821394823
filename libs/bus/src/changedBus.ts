import type { Bus } from './bus';

/** The bus with some of what it does done otherwise. */
export const changedBus = (bus: Bus, changes: Partial<Bus>): Bus => Object.assign(Object.create(bus) as Bus, changes);

import type { ApiObject } from '../api/types';

/** Whether a cable is plugged in. */
export const isCabled = ({ cable }: ApiObject): boolean => cable !== null && cable !== undefined;

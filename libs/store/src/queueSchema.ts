/** The schema of the queue of a service. */
export const queueSchema = (app: string): string => `${app}_queue`;

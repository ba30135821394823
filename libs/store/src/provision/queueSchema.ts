/** The schema of the queue of a service. */
export const queueSchema = (app: string): string => `${app}_queue`;

/** The schemas of a service: its own, and that of its queue where it has one. */
export const schemasOf = (app: string, queued: boolean): string[] => (queued ? [app, queueSchema(app)] : [app]);

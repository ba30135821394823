const named = process.env.PLUMBLINE_TEST_APPLICATIONS?.split(' ').filter((app) => app !== '') ?? [];

/** Whether a suite that goes by application goes through this one: through all of them, unless `npm test` names some. */
export const isChosen = (app: string): boolean => named.length === 0 || named.includes(app);

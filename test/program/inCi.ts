/** Whether everything has to be tested, because no person is there to see what was left out. */
export const inCi = process.env.CI === 'true' || process.env.CI === '1';

/** What a cell of a table holds where there is no value, and where there is no related object. */
export const noValue = 'NULL';
export const noObject = 'NoObject';

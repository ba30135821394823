/**
 * The language GraphQL. It is loaded with the first query: a process that dies under load should not spend a tenth of
 * its start on what may never be asked.
 */
export const language = (): typeof import('@plumbline/graphql') => require('@plumbline/graphql');

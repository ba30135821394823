/** What the forms of OPTIONS propose for moments that the server sets: this one. */
export const now = () => ({ default: new Date().toISOString() });

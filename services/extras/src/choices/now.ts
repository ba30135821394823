/** What the forms of OPTIONS propose for moments that the server sets: this one, with as many digits as moments have. */
export const now = () => ({ default: new Date().toISOString().replace('Z', '000Z') });

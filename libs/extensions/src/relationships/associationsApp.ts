/** The application that keeps what is linked, and what it is asked where objects are written. */
export const associationsApp = 'extras';
export const associationVerbs = ['link', 'keep', 'reconsider'];

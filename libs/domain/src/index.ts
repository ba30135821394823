export * from './cabling';
export * from './configContext';
export * from './contentTypes';
export * from './fullest';
export * from './interfaces';
export * from './messages';
export * from './primaryAddresses';
export { dcimQuestions, virtualizationQuestions } from './questions';
export * from './releasedReferrers';

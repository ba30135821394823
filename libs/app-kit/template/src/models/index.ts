export * from './thing';

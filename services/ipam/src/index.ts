export * from './models';
export * from './service';

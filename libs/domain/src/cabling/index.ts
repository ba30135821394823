export * from './cabledFields';
export * from './cabledFilters';

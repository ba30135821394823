export function configPage(settings: string): string;

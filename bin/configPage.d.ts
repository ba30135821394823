export function configPage(settings: string, knownNames: string): string;

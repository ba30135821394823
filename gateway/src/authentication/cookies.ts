/** The value of one cookie in a `Cookie` header, or undefined. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

export interface CookieOptions {
  /** Seconds the browser keeps it; 0 removes it. */
  maxAge: number;
  /** Only sent over https. */
  secure: boolean;
  /** Hidden from scripts. */
  httpOnly: boolean;
}

/**
 * A `Set-Cookie` header for the whole site that other sites' forms do not carry along. The value must need no quoting.
 */
export function setCookie(name: string, value: string, { maxAge, secure, httpOnly }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`;
}

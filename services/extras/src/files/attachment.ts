/** Says that a file is to be saved: its name twice, as every client understands it, and as it is (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w.() -]+/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

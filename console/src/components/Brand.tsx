/** The plumb bob on its line, as on the tab. */
export function Brand({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="15" y="0" width="2" height="13" fill="var(--pl-muted)" />
      <path d="M9.500 12h13v4.500l-6.500 15-6.500-15z" fill="var(--pl-brass)" />
      <path d="M16 12h6.500v4.500l-6.500 15z" fill="#000" opacity=".16" />
    </svg>
  );
}

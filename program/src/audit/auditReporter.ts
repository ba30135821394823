import type { App } from '@plumbline/config';

/** How much was found. */
export interface Findings {
  mended: number;
  left: number;
}

/** Tells a person how an audit goes. */
export interface AuditReporter {
  begin(app: App, title: string): void;
  progress(looked: number): void;
  end(looked: number): void;
  tell(text: string, mended: boolean): void;
}

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** Findings go to one stream, a line each; how far the audit has come goes to the other, on one line of a terminal. */
export function reportTo(findings: Stream, course: Stream): AuditReporter {
  let current = '';
  const overwrite = (text: string) => course.isTTY && course.write(`\r\u001b[K${text}`);
  const count = (looked: number) => looked.toLocaleString('en');
  return {
    begin: (app, title) => {
      current = `${app}: ${title}`;
      overwrite(`${current} …`);
    },
    progress: (looked) => overwrite(`${current} … ${count(looked)}`),
    end: (looked) => {
      overwrite('');
      course.write(`${current}: ${count(looked)} looked at\n`);
    },
    tell: (text, mended) => {
      overwrite('');
      findings.write(`${text}${mended ? ' Mended.' : ''}\n`);
    },
  };
}

/** The last line of an audit. */
export function auditSummary({ mended, left }: Findings, repair: boolean): string {
  if (mended + left === 0) return 'Nothing was found.';
  if (!repair) return `${left} findings. Run plumbline audit --repair to mend what can be mended.`;
  return `${mended} findings mended, ${left} left for a person.`;
}

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** Tells a person how far something has come: on one line of a terminal, else a line for each part. */
export interface Course {
  progress(part: string, done: number): void;
  end(): void;
}

/** Tells it on a stream, which is not the one that results go to. */
export function courseOn(stream: Stream): Course {
  let current: [part: string, done: number] | undefined;
  const overwrite = (text: string) => stream.isTTY && stream.write(`\r\u001b[K${text}`);
  const finish = () => {
    overwrite('');
    if (current) stream.write(`${current[0]}: ${current[1].toLocaleString('en')}\n`);
    current = undefined;
  };
  return {
    progress: (part, done) => {
      if (current && current[0] !== part) finish();
      current = [part, done];
      overwrite(`${part} … ${done.toLocaleString('en')}`);
    },
    end: finish,
  };
}

import { CloseButton, FileInput } from '@mantine/core';
import { useState } from 'react';
import { fileNameOf } from '../components/Value';

/** Enters a file: the one that is there by its name, a new one as it is sent, in a data URL with its name. */
export function FileField({
  value,
  nullable,
  onChange,
  label,
  required,
  error,
}: {
  value: string;
  nullable: boolean;
  onChange(value: string | null): void;
  label: string;
  required: boolean;
  error: React.ReactNode;
}) {
  const [chosen, setChosen] = useState<File | null>(null);
  const isThere = value !== '' && !value.startsWith('data:');
  return (
    <FileInput
      label={label}
      required={required && value === ''}
      error={error}
      accept="image/*"
      placeholder={isThere ? fileNameOf(value) : 'Choose a file'}
      value={chosen}
      {...(nullable && value !== ''
        ? {
            rightSection: (
              <CloseButton
                size="sm"
                aria-label={`Remove ${label}`}
                onClick={() => {
                  setChosen(null);
                  onChange(null);
                }}
              />
            ),
          }
        : {})}
      onChange={(file) => {
        // It is named as soon as it has been read: what is named is sent.
        if (file)
          void dataUrlOf(file).then((read) => {
            setChosen(file);
            onChange(read);
          });
      }}
    />
  );
}

/** A file as it is sent within JSON. */
async function dataUrlOf(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  const [type, ...rest] = url.split(';');
  return [type, `name=${encodeURIComponent(file.name)}`, ...rest].join(';');
}

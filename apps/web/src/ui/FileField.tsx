import type { Ref } from 'react';

interface Props {
  /** Its `click()` opens the browser's own dialog, for whatever button stands beside it. */
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  /** As the attribute of that name. */
  readonly accept: string;
  /** A telephone opens its camera at once. */
  readonly camera?: boolean;
  readonly testId?: string;
  readonly onFile: (file: File) => void;
}

/** One file, chosen by a button of ours; nothing is seen of the field itself. */
export function FileField({ ref, label, accept, camera = false, testId, onFile }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      capture={camera ? 'environment' : undefined}
      hidden
      aria-label={label}
      data-testid={testId}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        // The same file may be chosen once more.
        event.currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

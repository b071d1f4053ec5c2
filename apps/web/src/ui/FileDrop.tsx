/** One file, dropped or chosen. The button opens the browser's own dialog, so keyboards and readers work as they know. */
import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileUpload } from '#icons';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { FileField } from './FileField.tsx';

interface Props {
  readonly label: string;
  readonly hint: ReactNode;
  readonly button: string;
  readonly accept: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
  /** Stops what makes it busy; absent: it cannot be stopped. */
  readonly onCancel?: () => void;
}
export function FileDrop({ label, hint, button, accept, busy = false, onFile, onCancel }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) onFile(file);
  };
  return (
    <div
      className="drop"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={30} stroke={1.4} aria-hidden />
      <strong>{label}</strong>
      <div className="dim small">{hint}</div>
      <div className="row">
        <Button mt={8} loading={busy} onClick={() => input.current?.click()}>
          {button}
        </Button>
        {busy && onCancel && (
          <Button mt={8} variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
      <FileField ref={input} label={label} accept={accept} testId="file-input" onFile={onFile} />
    </div>
  );
}

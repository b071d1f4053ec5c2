import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { usePicture } from '../app/picture.ts';
import './photos.css';
import { FileField } from './FileField.tsx';

interface ShownPhoto {
  readonly id: string;
  /** Where the server has it, as `usePicture` takes it. */
  readonly address: string;
  /** Who took it and when. */
  readonly words: string;
  readonly width: number;
  readonly height: number;
  /** What stands below it. */
  readonly below: ReactNode;
}

/** Photos that people took, each opened whole by a press. */
export function PhotoList({ label, photos }: { readonly label: string; readonly photos: readonly ShownPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="photos" aria-label={label}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <Photo {...photo} />
          {photo.below}
        </li>
      ))}
    </ul>
  );
}

function Photo({ address, words, width, height }: ShownPhoto) {
  const { ref, source } = usePicture(address);
  return (
    <span ref={ref} className="photo">
      {source !== undefined && (
        <a href={source} target="_blank" rel="noreferrer" title={words}>
          <img src={source} alt={words} decoding="async" width={width} height={height} />
        </a>
      )}
    </span>
  );
}

interface AddPhotoProps {
  /** Words of the button. */
  readonly children: string;
  /** What the photo is of. */
  readonly label: string;
  /** A telephone opens its camera at once. */
  readonly camera?: boolean;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

export function AddPhoto({ children, label, camera = false, busy, onFile }: AddPhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <FileField
        ref={input}
        label={label}
        accept="image/jpeg,image/png"
        camera={camera}
        testId="photo-input"
        onFile={onFile}
      />
    </>
  );
}

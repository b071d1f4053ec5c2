/** Scanning with the camera: the browser's own detector, else one that is loaded with it, from our own address. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { type BarcodeReader, openBarcodeReader } from './barcode-reader.ts';

/** Between two looks at the picture. */
const LOOK_MS = 120;
/** The same code in view is one scan until it was away, or this long. */
const SAME_MS = 2_500;

type Trouble = 'refused' | 'none' | 'broken';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCode: (code: string) => void;
}

export default function CameraDialog({ opened, onClose, onCode }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Scan with the camera`} size="lg">
      {shown && <Camera onCode={onCode} />}
    </Dialog>
  );
}

function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [trouble, setTrouble] = useState<Trouble | undefined>(undefined);
  const [seen, setSeen] = useState('');
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    const ending = new AbortController();
    const found = (code: string) => {
      setSeen(code);
      latest.current(code);
    };
    const run = async () => {
      const why = await watch(video.current, ending.signal, found);
      if (why && !ending.signal.aborted) setTrouble(why);
    };
    void run();
    return () => ending.abort();
  }, []);
  const words: Readonly<Record<Trouble, string>> = {
    refused: t`The browser does not let this page use the camera. Allow it in the settings of the site.`,
    none: t`There is no camera here. Use a scanner, or type the number.`,
    broken: t`The camera cannot be read. Close other programs that use it and open this again.`,
  };
  return (
    <div className="stack">
      {trouble ? (
        <p className="danger" role="alert">
          {words[trouble]}
        </p>
      ) : (
        <video ref={video} className="scan-video" muted playsInline aria-label={t`Picture of the camera`} />
      )}
      <p className="dim" role="status">
        {seen === '' ? t`Hold the barcode in front of the camera.` : t`Read: ${seen}`}
      </p>
    </div>
  );
}

/** @returns why it ended by itself */
async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  found: (code: string) => void,
): Promise<Trouble | undefined> {
  if (!video) return undefined;
  if (!navigator.mediaDevices) return 'none';
  let stream: MediaStream;
  let reader: BarcodeReader;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none';
  }
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) {
    stop();
    return undefined;
  }
  signal.addEventListener('abort', stop);
  try {
    reader = await openBarcodeReader();
    video.srcObject = stream;
    await video.play();
  } catch {
    stop();
    return 'broken';
  }
  let last = { code: '', at: 0 };
  while (!signal.aborted) {
    const code = await reader.read(video);
    const now = Date.now();
    if (code !== undefined && (code !== last.code || now - last.at > SAME_MS)) found(code);
    if (code !== undefined) last = { code, at: now };
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
  return undefined;
}

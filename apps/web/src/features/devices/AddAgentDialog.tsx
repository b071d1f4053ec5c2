import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { setupAgent } from '@scanship/contracts/printing/printers';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { saveBlob } from '../../lib/download.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';

type System = 'windows' | 'macos' | 'linux';
const SYSTEMS = [
  ['windows', 'Windows'],
  ['macos', 'macOS'],
  ['linux', 'Linux'],
] as const satisfies readonly (readonly [System, string])[];

/** The system of this browser; Windows where it cannot be told. */
const ownSystem = (): System =>
  /mac/i.test(navigator.userAgent) ? 'macos' : /linux|x11/i.test(navigator.userAgent) ? 'linux' : 'windows';

/** The download of the agent with the steps after it; the file pairs one computer, once, within 15 minutes. */
export function AddAgentDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const [system, setSystem] = useState<System>(ownSystem);
  const download = useMutation({
    mutationKey: ['devices', 'setup'],
    mutationFn: () => api.file(setupAgent, { query: { os: system } }),
    onSuccess: ({ blob, fileName }) =>
      saveBlob(blob, fileName ?? (system === 'windows' ? 'PrintAgent.zip' : 'PrintAgent.tgz')),
  });
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Add a computer`} size="md">
      <div className="stack">
        <p>
          <Trans>
            Do this on the computer beside the printer. The download is for your company alone: it connects one
            computer, once, within 15 minutes.
          </Trans>
        </p>
        <div className="tabs" role="radiogroup" aria-label={t`Operating system`}>
          {SYSTEMS.map(([value, name]) => (
            <button
              key={value}
              type="button"
              role="radio"
              aria-checked={value === system}
              className={value === system ? 'device-system chosen' : 'device-system'}
              onClick={() => {
                setSystem(value);
                download.reset();
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <Steps system={system} />
        {download.isError && <ErrorState compact error={download.error} onRetry={() => download.mutate()} />}
        {download.isSuccess && (
          <div className="notice" data-tone="good" role="status">
            <div>
              <Trans>
                The download is saved. As soon as the program runs, the computer appears on this page automatically.
              </Trans>
            </div>
          </div>
        )}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
            data-autofocus
          >
            <Trans>Download</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Steps({ system }: { readonly system: System }) {
  return (
    <ol className="device-steps">
      <li>
        <Trans>Download the print agent.</Trans>
      </li>
      {system === 'windows' ? (
        <>
          <li>
            <Trans>Open the downloaded file and choose “Extract all”.</Trans>
          </li>
          <li>
            <Trans>
              In the extracted folder, open <code>install.cmd</code>. It needs no administrator and starts with Windows
              from then on.
            </Trans>
          </li>
        </>
      ) : (
        <>
          <li>
            {system === 'macos' ? (
              <Trans>Open the downloaded file: the folder appears beside it.</Trans>
            ) : (
              <Trans>
                Unpack the file: <code>tar xzf PrintAgent*.tgz</code>
              </Trans>
            )}
          </li>
          <li>
            <Trans>
              In a terminal, go to the folder and run <code>./install.sh</code>. It needs no administrator and starts
              with the computer from then on.
            </Trans>
          </li>
        </>
      )}
      <li>
        <Trans>Come back here: the computer and its printers show up within seconds. Choose what prints where.</Trans>
      </li>
    </ol>
  );
}

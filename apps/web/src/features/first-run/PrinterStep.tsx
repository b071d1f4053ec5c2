import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { confirmBrowserPrint, type FirstRun } from '@scanship/contracts/network/first-run';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { keepFirstRun } from './first-run-api.ts';

/** A test page at the station, where a computer prints by itself, or by the browser's own dialog. */
export function PrinterStep({ run }: { readonly run: FirstRun }) {
  const profile = useProfile();
  const [asked, setAsked] = useState(false);
  const confirm = useMutation({
    mutationFn: () => api.call(confirmBrowserPrint, {}),
    onSuccess: keepFirstRun,
    onError: (error) => notify.error(error),
  });
  const opensDevices = mayOpen(PAGES.devices, profile);
  const station = opensDevices && (
    <LinkButton to="/device-manager" variant={run.hasAgent && !asked ? 'filled' : 'default'}>
      {run.hasAgent ? (
        <Trans>Print a test page at your station</Trans>
      ) : (
        <Trans>Let a computer print automatically</Trans>
      )}
    </LinkButton>
  );
  return (
    <>
      <p>
        {run.hasAgent ? (
          <Trans>Your station prints automatically. A test page shows whether the size is right.</Trans>
        ) : (
          <Trans>
            Labels open in the browser, and its dialog prints them. A test page shows whether the size is right.
          </Trans>
        )}
      </p>
      {asked && (
        <p className="strong" role="status">
          <Trans>Did the page come out, and is its line 100 mm long?</Trans>
        </p>
      )}
      <div className="row">
        {asked ? (
          <>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              <Trans>Yes, it did</Trans>
            </Button>
            <Button variant="default" onClick={() => window.print()}>
              <Trans>Print it again</Trans>
            </Button>
          </>
        ) : (
          <Button
            variant={run.hasAgent && opensDevices ? 'default' : 'filled'}
            onClick={() => {
              window.print();
              setAsked(true);
            }}
          >
            <Trans>Print a test page from this browser</Trans>
          </Button>
        )}
        {station}
      </div>
      {createPortal(<TestSheet />, document.body)}
    </>
  );
}

/** What the browser prints instead of the page while this step is open: true to size on 4 × 6 inches and larger. */
function TestSheet() {
  return (
    <div className="first-run-sheet" aria-hidden>
      <h1>
        <Trans>Test page</Trans>
      </h1>
      <p>
        <Trans>The line below is 100 mm (3.94 in) long when the dialog prints at 100 % scale.</Trans>
      </p>
      <div className="first-run-ruler" />
    </div>
  );
}

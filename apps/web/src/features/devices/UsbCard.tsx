import { Button } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUsb } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import {
  browserUsb,
  chooseUsbPrinter,
  knownUsbPrinter,
  sendToUsbPrinter,
  type UsbDevice,
  type UsbFailure,
  usbName,
  UsbPrinterError,
  USB_TEST_ZPL,
} from '../../lib/printing/web-usb-printer.ts';

export const USB_WORDS: Readonly<
  Record<Exclude<UsbFailure, 'not-chosen'>, { title: MessageDescriptor; advice: MessageDescriptor }>
> = {
  'no-printer': { title: msg`This device is not a printer.`, advice: msg`Choose the label printer.` },
  'in-use': {
    title: msg`The printer is held by the system or another program.`,
    advice: msg`On Windows its own driver holds it: use the print agent there, or the browser's print dialog.`,
  },
  'cut-off': {
    title: msg`The printer stopped taking data.`,
    advice: msg`Check whether anything printed, and check paper and cover, before you print again.`,
  },
};

/** A label printer on this computer's USB, without any program beside the browser. */
export function UsbCard() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const usb = browserUsb();
  const [chosen, setChosen] = useState<UsbDevice | undefined>(undefined);
  const known = useQuery({
    queryKey: ['usb-printer'],
    queryFn: async () => (usb ? ((await knownUsbPrinter(usb)) ?? null) : null),
    enabled: usb !== undefined,
    // The device itself cannot be copied into a cache that is compared.
    structuralSharing: false,
  });
  const device = chosen ?? known.data ?? undefined;
  const onError = (error: unknown) => {
    if (!(error instanceof UsbPrinterError)) return notify.error(error);
    if (error.failure === 'not-chosen') return undefined;
    const words = USB_WORDS[error.failure];
    return notify.problem(i18n._(words.title), i18n._(words.advice));
  };
  const choose = useMutation({
    mutationFn: () => (usb ? chooseUsbPrinter(usb) : Promise.reject(new UsbPrinterError('no-printer'))),
    onSuccess: setChosen,
    onError,
  });
  const test = useMutation({
    mutationFn: (printer: UsbDevice) => sendToUsbPrinter(printer, new TextEncoder().encode(USB_TEST_ZPL)),
    onSuccess: () => notify.success(t`The test label was sent.`),
    onError,
  });
  return (
    <section className="card" aria-labelledby="device-usb" data-testid="usb">
      <div className="card-head">
        <h2 id="device-usb">
          <Trans>Label printer on USB, without a program</Trans>
        </h2>
      </div>
      <div className="device-part row">
        <IconUsb size={20} stroke={1.5} aria-hidden className="device-icon" />
        <div className="grow">
          {usb === undefined ? (
            <Trans>
              This browser cannot reach USB printers. Chrome and Edge can, for printers that take ZPL (Zebra and alike);
              everywhere the browser&apos;s print dialog works.
            </Trans>
          ) : device ? (
            <>
              <span className="strong">{usbName(device) || t`USB printer`}</span>
              <div className="dim small">
                <Trans>Labels can be sent to it from the preview (ZPL).</Trans>
              </div>
            </>
          ) : (
            <Trans>For printers that take ZPL (Zebra and alike). The browser asks you once which one.</Trans>
          )}
        </div>
        {usb !== undefined && (
          <div className="row tight">
            {device && (
              <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate(device)}>
                <Trans>Print a test label</Trans>
              </Button>
            )}
            <Button size="compact-sm" variant={device ? 'default' : 'filled'} onClick={() => choose.mutate()}>
              {device ? <Trans>Choose another</Trans> : <Trans>Choose the printer</Trans>}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** In the preview: the printer of this station for what is shown, or the label printer on this computer's USB. */
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPrinter, IconUsb } from '#icons';
import { type PrintWish, rawLabels } from '@scanship/contracts/printing/printers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import {
  browserUsb,
  knownUsbPrinter,
  sendToUsbPrinter,
  type UsbDevice,
  UsbPrinterError,
} from '../../../lib/printing/web-usb-printer.ts';
import { notePrinted } from '../shipping-api.ts';
import { printAtStation, stationPrinter } from './station-print.ts';

interface Props {
  readonly wishes: readonly PrintWish[];
  readonly onSent: () => void;
}

export default function StationButtons({ wishes, onSent }: Props) {
  const { t, i18n } = useLingui();
  const [first] = wishes;
  const kind = first?.documentType ?? 'SHIPPING_LABEL';
  const printer = useQuery({
    queryKey: ['devices', 'preview', kind],
    queryFn: async () => (first ? ((await stationPrinter(first)) ?? null) : null),
  });
  const usb = useQuery({
    queryKey: ['usb-printer', 'preview'],
    queryFn: async () => {
      const there = browserUsb();
      return there ? ((await knownUsbPrinter(there)) ?? null) : null;
    },
    structuralSharing: false,
    enabled: kind === 'SHIPPING_LABEL',
  });
  const send = useMutation({
    mutationKey: ['print', 'station'],
    mutationFn: () => printAtStation(wishes, true, i18n),
    onSuccess: ({ show, queued }) => {
      if (show.length === 0) onSent();
      else if (queued.length === 0)
        notify.problem(t`This could not be sent to the printer.`, t`Print it from the browser.`);
    },
    onError: (error) => notify.error(error),
  });
  const raw = useMutation({
    mutationKey: ['print', 'usb'],
    mutationFn: async (device: UsbDevice) => {
      for (const { shipmentId } of wishes) {
        if (shipmentId === undefined) continue;
        const { blob } = await api.file(rawLabels, { params: { id: shipmentId }, query: {} });
        await sendToUsbPrinter(device, new Uint8Array(await blob.arrayBuffer()));
        await notePrinted([shipmentId]);
      }
    },
    onSuccess: onSent,
    onError: (error) => {
      if (!(error instanceof UsbPrinterError)) notify.error(error);
      else if (error.failure === 'cut-off')
        notify.problem(t`The printer stopped taking data.`, t`Check whether anything printed before you print again.`);
      else notify.problem(t`The USB printer cannot be reached.`, t`Choose it again in the device manager.`);
    },
  });
  if (printer.data)
    return (
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        <Trans>Print on {printer.data}</Trans>
      </Button>
    );
  if (!usb.data) return null;
  const device = usb.data;
  return (
    <Button
      variant="default"
      leftSection={<IconUsb size={16} aria-hidden />}
      loading={raw.isPending}
      onClick={() => raw.mutate(device)}
    >
      <Trans>Print on USB</Trans>
    </Button>
  );
}

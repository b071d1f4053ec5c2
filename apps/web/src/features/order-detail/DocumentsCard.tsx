/** Every paper of the order: labels with how often they were printed, slip, commercial invoice. */
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFileText, IconPrinter } from '#icons';
import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { notify } from '../../app/notify.ts';
import { saveBlob } from '../../lib/download.ts';
import { documentBytes, hasLabels } from '../shipping/shipping-api.ts';
import { fullServiceName } from '../shipping/rates/price-facts.ts';
import { usePrintJobs } from '../shipping/printing/use-print-jobs.ts';

export function DocumentsCard({ order }: { readonly order: OrderDetail }) {
  const { slips, shipmentLabels, invoice } = usePrintJobs();
  const shipments = order.shipments.filter(hasLabels);
  const abroad = order.shipFrom !== null && order.shipFrom.address.countryCode !== order.shipTo.countryCode;
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>Documents</Trans>
        </h2>
      </div>
      <ul className="card-body documents">
        {shipments.map((shipment) => (
          <li key={shipment.id} className="stack tight">
            <div className="row between">
              <span className="grow">
                <span className="strong">
                  <Trans>Shipping label</Trans>
                </span>{' '}
                <span className="dim small">{fullServiceName(shipment.carrierName, shipment.serviceName)}</span>
                <Copies shipment={shipment} />
              </span>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPrinter size={14} aria-hidden />}
                loading={shipmentLabels.isPending && shipmentLabels.variables.id === shipment.id}
                onClick={() => shipmentLabels.mutate(shipment)}
              >
                <Trans>Print</Trans>
              </Button>
            </div>
            {shipment.reprint.warn && shipment.reprint.reason && (
              <div className="notice" data-tone="warn">
                {shipment.reprint.reason}
              </div>
            )}
            <StoredFiles shipment={shipment} />
            {abroad && (
              <div className="row between">
                <span className="strong">
                  <Trans>Commercial invoice</Trans>
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconFileText size={14} aria-hidden />}
                  loading={invoice.isPending && invoice.variables === shipment.id}
                  onClick={() => invoice.mutate(shipment.id)}
                >
                  <Trans>Open</Trans>
                </Button>
              </div>
            )}
          </li>
        ))}
        <li className="row between">
          <span className="strong">
            <Trans>Packing slip</Trans>
          </span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFileText size={14} aria-hidden />}
            loading={slips.isPending}
            onClick={() => slips.mutate([order.id])}
          >
            <Trans>Open</Trans>
          </Button>
        </li>
      </ul>
    </section>
  );
}

function Copies({ shipment }: { readonly shipment: ShipmentSummary }) {
  const copies = Math.max(0, ...shipment.documents.filter((d) => d.kind === 'label').map((d) => d.copiesPrinted));
  return (
    <span className="dim small">
      {' · '}
      <Plural value={copies} _0="not printed yet" one="printed once" other="printed # times" />
    </span>
  );
}

/** Files as the carrier gave them, each for itself. */
function StoredFiles({ shipment }: { readonly shipment: ShipmentSummary }) {
  const { t } = useLingui();
  const save = useMutation({
    mutationKey: ['print', 'document'],
    mutationFn: (id: string) => documentBytes(id),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'Document'),
    onError: (error) => notify.error(error),
  });
  const kinds: Readonly<Record<string, string>> = {
    label: t`Label`,
    'customs-invoice': t`Commercial invoice`,
    'return-label': t`Return label`,
    receipt: t`Receipt`,
  };
  return (
    <div className="row tight">
      {shipment.documents.map((file) => {
        const name = kinds[file.kind] ?? file.kind;
        const format = file.format.toUpperCase();
        const of = file.parcelNumber !== null && shipment.parcels.length > 1 ? ` ${file.parcelNumber}` : '';
        return (
          <Button
            key={file.id}
            size="compact-xs"
            variant="subtle"
            leftSection={<IconDownload size={13} aria-hidden />}
            onClick={() => save.mutate(file.id)}
          >
            {`${name}${of} (${format})`}
          </Button>
        );
      })}
    </div>
  );
}

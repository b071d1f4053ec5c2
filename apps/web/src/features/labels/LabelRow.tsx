import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconFileInvoice, IconPrinter, IconX } from '#icons';
import { Link } from '@tanstack/react-router';
import type { ShipmentRow } from '@scanship/contracts/shipping/shipment-list';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { ServiceSold } from '../shipping/rates/ServiceSold.tsx';
import { REFUND_WORDS, STATE_TONES, STATE_WORDS } from '../shipping/shipment-words.ts';
import { TRACKING_TONES, TRACKING_WORDS } from '../shipping/tracking-words.ts';
import { usePrintJobs } from '../shipping/printing/use-print-jobs.ts';

interface Props {
  readonly row: ShipmentRow;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onPrint: (row: ShipmentRow) => void;
  readonly onCancel: (row: ShipmentRow) => void;
}
export function LabelRow({ row, chosen, onChoose, onPrint, onCancel }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const numbers = row.orders.map(({ number }) => number).join(', ');
  const refund = REFUND_WORDS[row.refund];
  return (
    <tr aria-selected={chosen}>
      <td>
        <Checkbox size="sm" aria-label={t`Choose the label of ${numbers}`} checked={chosen} onChange={onChoose} />
      </td>
      <td>
        {row.orders.map(({ id, number }) => (
          <Link key={id} className="link strong label-order" to="/ecommerce/order/$orderId" params={{ orderId: id }}>
            {number}
          </Link>
        ))}
        <div className="small label-recipient">{row.recipient}</div>
        <div className="dim small">
          {row.city}, {row.provinceCode} {row.countryCode}
        </div>
      </td>
      <td>
        <div className="row tight">
          <span>
            <ServiceSold
              carrierName={row.carrierName}
              serviceName={row.serviceName}
              through={row.aggregator ?? false}
            />
          </span>
          {row.test && <TestBadge />}
        </div>
        {row.parcels.map(({ number, trackingNumber, trackingUrl }) =>
          trackingNumber === null ? null : trackingUrl === null ? (
            <div key={number} className="num small">
              {trackingNumber}
            </div>
          ) : (
            <div key={number}>
              <a className="link num small" href={trackingUrl} target="_blank" rel="noreferrer">
                {trackingNumber}
              </a>
            </div>
          ),
        )}
      </td>
      <td>
        <div className="stack tight label-states">
          <Badge tone={STATE_TONES[row.state]}>{i18n._(STATE_WORDS[row.state])}</Badge>
          {row.trackingStatus && row.state !== 'delivered' && (
            <Badge tone={TRACKING_TONES[row.trackingStatus]} outline>
              {i18n._(TRACKING_WORDS[row.trackingStatus])}
            </Badge>
          )}
          {refund && <span className="dim small">{i18n._(refund)}</span>}
        </div>
      </td>
      <td className="end num">{row.price && format.money(row.price)}</td>
      <td>{row.storeName}</td>
      <td className="num nowrap">{format.instant(row.createdAt, 'short')}</td>
      <td className="end">
        <RowMenu row={row} numbers={numbers} onPrint={onPrint} onCancel={onCancel} />
      </td>
    </tr>
  );
}

type MenuProps = Pick<Props, 'row' | 'onPrint' | 'onCancel'> & { readonly numbers: string };
function RowMenu({ row, numbers, onPrint, onCancel }: MenuProps) {
  const { t } = useLingui();
  const rights = useProfile().rights;
  const { invoice } = usePrintJobs();
  const mayPrint = rights.includes('labels.print');
  const mayVoid = rights.includes('labels.void');
  if (!mayPrint && !mayVoid) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t`Actions for the label of ${numbers}`}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayPrint && (
          <Menu.Item
            leftSection={<IconPrinter size={15} aria-hidden />}
            disabled={!row.reprint.allowed}
            onClick={() => onPrint(row)}
          >
            {row.copiesPrinted > 0 ? <Trans>Print again</Trans> : <Trans>Print</Trans>}
            {row.copiesPrinted > 0 && (
              <span className="dim small">
                {' '}
                <Trans>({row.copiesPrinted} so far)</Trans>
              </span>
            )}
          </Menu.Item>
        )}
        {mayPrint && row.customInvoice && (
          <Menu.Item leftSection={<IconFileInvoice size={15} aria-hidden />} onClick={() => invoice.mutate(row.id)}>
            <Trans>Commercial invoice</Trans>
          </Menu.Item>
        )}
        {mayVoid && (
          <Menu.Item
            leftSection={<IconX size={15} aria-hidden />}
            disabled={!row.cancel.allowed}
            onClick={() => onCancel(row)}
          >
            <Trans>Cancel label</Trans>
            {!row.cancel.allowed && row.cancel.reason && <div className="dim small label-why">{row.cancel.reason}</div>}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One shipment of an order: what was bought, its numbers and papers, and whether it can still be cancelled. */
import { Button, Loader, Menu } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconChevronDown,
  IconFileDownload,
  IconFileText,
  IconPrinter,
} from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { saveBlob } from '../../lib/download.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { orderChanged } from '../orders/api/orders-api.ts';
import { BeginClaim } from './BeginClaim.tsx';
import { CarrierPapersMenu, type PaperWish } from './CarrierPapersMenu.tsx';
import { CarrierTile } from './rates/CarrierTile.tsx';
import { keepFocusOnceClosed } from './keep-focus.ts';
import { nameBesideBadge } from './rates/price-facts.ts';
import { REFUND_PROMISES, REFUND_WORDS, STATE_TONES, STATE_WORDS } from './shipment-words.ts';
import {
  buyMissing,
  documentBytes,
  hasLabels,
  isOpen,
  missingParcels,
  shipmentQuery,
  voidShipment,
} from './shipping-api.ts';
import { usePrintJobs } from './printing/use-print-jobs.ts';

const TrackingTimeline = lazy(async () => {
  const [timeline] = await Promise.all([import('../tracking/TrackingTimeline.tsx'), loadMessages('stores')]);
  return timeline;
});
const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })));

const CarrierPapersDialog = lazy(() => import('./CarrierPapersDialog.tsx'));

interface Props {
  readonly shipment: ShipmentSummary;
  readonly order: Pick<OrderDetail, 'id' | 'originAddress' | 'destinationAddress' | 'buyerPage'>;
  /** Begins a return label of the shipment; absent where none can be bought. */
  readonly onReturn?: ((shipmentId: string) => void) | undefined;
}

/** The carrier has it, had it, or lost it. */
const LEFT_US: ReadonlySet<string> = new Set(['handed_over', 'delivered', 'lost']);

export function ShipmentCard({ shipment: known, order, onReturn }: Props) {
  const mayClaim = useProfile().rights.includes('labels.settle');
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const watched = useQuery(shipmentQuery(known)).data;
  const shipment = isOpen(known) ? (watched ?? known) : known;
  // The order's own view is renewed when an open outcome settles.
  const wasOpen = useRef(isOpen(known));
  useEffect(() => {
    if (wasOpen.current && !isOpen(shipment)) void orderChanged(order.id).then(keepFocusOnceClosed);
    wasOpen.current = isOpen(shipment);
  }, [shipment, order.id]);
  const uncertain = shipment.parcels.some((p) => p.purchaseState === 'unknown' || p.purchaseState === 'disputed');
  const refund = REFUND_WORDS[shipment.refund];
  const seller = nameBesideBadge(shipment.carrierName, shipment.test);
  return (
    <article className="shipment" data-testid="shipment" data-state={shipment.state}>
      <div className="row top">
        <CarrierTile
          name={shipment.carriedBy?.carrierName ?? shipment.carrierName}
          id={shipment.carriedBy?.carrier ?? shipment.carrier}
        />
        <div className="grow">
          <div className="row tight">
            <span className="strong">{shipment.serviceName}</span>
            <Badge tone={STATE_TONES[shipment.state]}>{i18n._(STATE_WORDS[shipment.state])}</Badge>
            {shipment.direction === 'return' && (
              <Badge tone="violet">
                <Trans>Return</Trans>
              </Badge>
            )}
            {shipment.test && <TestBadge />}
          </div>
          <div className="dim small">
            {shipment.aggregator ? t`through ${seller}` : seller} · {format.day(shipment.shipDate)} ·{' '}
            <span className="num">{format.money(shipment.price)}</span>
            {refund && <> · {i18n._(refund)}</>}
          </div>
        </div>
        {isOpen(shipment) && <Loader size={18} color="gray" aria-hidden />}
      </div>
      <ul className="shipment-parcels">
        {shipment.parcels.map((parcel) => (
          <li key={parcel.number} className="row between">
            <span className="dim small">
              {shipment.parcels.length > 1 && <Trans>Parcel {parcel.number} · </Trans>}
              {format.weight(parcel.weightGrams)}
              {contentsOf(shipment, parcel.number)}
            </span>
            {parcel.trackingNumber &&
              (parcel.trackingUrl?.startsWith('https://') ? (
                <a className="link num tracking" href={parcel.trackingUrl} target="_blank" rel="noreferrer noopener">
                  {parcel.trackingNumber}
                </a>
              ) : (
                <span className="num tracking">{parcel.trackingNumber}</span>
              ))}
          </li>
        ))}
      </ul>
      {shipment.state === 'buying' && !uncertain && (
        <p className="small dim" role="status">
          <Trans>The purchase is under way. This page updates automatically.</Trans>
        </p>
      )}
      {uncertain && (
        <div className="notice" data-tone="warn" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <Trans>
              The carrier has not said yet whether it made this label. Nothing will be bought twice; the outcome is
              being asked for.
            </Trans>{' '}
            <Link className="link" to="/ecommerce/orders/exceptions">
              <Trans>Look at the evidence</Trans>
            </Link>
          </div>
        </div>
      )}
      {shipment.problems.map((problem) => (
        <div key={problem.code + problem.message} className="notice" data-tone="bad">
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            {problem.message}
            {problem.vendorMessage && <div className="dim small">“{problem.vendorMessage}”</div>}
          </div>
        </div>
      ))}
      {(shipment.remarks ?? []).map((remark) => (
        <div key={remark} className="notice" data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <Trans>
              {shipment.carrierName} remarks: {remark}
            </Trans>
          </div>
        </div>
      ))}
      {missingParcels(shipment).length > 0 && <MissingLabels shipment={shipment} orderId={order.id} />}
      {shipment.trackingStatus && shipment.state !== 'voided' && <Tracking shipmentId={shipment.id} />}
      {order.buyerPage && hasLabels(shipment) && shipment.direction !== 'return' && (
        <a className="link small" href={order.buyerPage} target="_blank" rel="noreferrer noopener">
          <Trans>Buyer’s tracking page</Trans>
        </a>
      )}
      {mayClaim && LEFT_US.has(shipment.state) && shipment.direction !== 'return' && (
        <div>
          <BeginClaim shipmentId={shipment.id} kind={shipment.state === 'delivered' ? 'damage' : 'loss'} />
        </div>
      )}
      <ShipmentActions shipment={shipment} order={order} onReturn={onReturn} />
    </article>
  );
}

/** " · 2 × Mug, 1 × Plate" of one of several parcels, or of a part of the order; nothing where it says nothing new. */
function contentsOf(shipment: ShipmentSummary, number: number): string {
  const items = (shipment.contents ?? []).flatMap((each) => each.items).filter((item) => item.parcelNumber === number);
  if (items.length === 0) return '';
  const shown = items.slice(0, 4).map((item) => `${item.quantity} × ${item.title}`);
  return ` · ${shown.join(', ')}${items.length > shown.length ? ' …' : ''}`;
}

/** Some labels of it were refused: they can be bought at the same rate while it holds. */
function MissingLabels({ shipment, orderId }: { readonly shipment: ShipmentSummary; readonly orderId: string }) {
  const { t } = useLingui();
  const mayBuy = useProfile().rights.includes('labels.buy');
  const key = useRef(newIdempotencyKey());
  const finish = useMutation({
    mutationFn: buyMissing,
    onSuccess: ({ successMessage }) => {
      key.current = newIdempotencyKey();
      notify.success(successMessage ?? t`The missing labels are being bought.`);
      void orderChanged(orderId);
    },
    onError: (error) => {
      notify.error(error);
      void orderChanged(orderId);
    },
  });
  if (!mayBuy) return null;
  return (
    <div>
      <Button
        size="compact-sm"
        loading={finish.isPending}
        onClick={() => finish.mutate({ id: shipment.id, key: key.current })}
      >
        <Plural value={missingParcels(shipment).length} one="Buy the missing label" other="Buy the # missing labels" />
      </Button>
    </div>
  );
}

/** The timeline loads when somebody wants to see it. */
function Tracking({ shipmentId }: { readonly shipmentId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="strong">
        <Trans>Tracking</Trans>
      </summary>
      {opened && (
        <Suspense fallback={null}>
          <TrackingTimeline shipmentId={shipmentId} />
        </Suspense>
      )}
    </details>
  );
}

function ShipmentActions({ shipment, order, onReturn }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { rights } = useProfile();
  const { shipmentLabels, slips, invoice } = usePrintJobs();
  const [asking, setAsking] = useState(false);
  const [paper, setPaper] = useState<PaperWish | undefined>(undefined);
  const loaded = useLoaded(asking);
  const key = useRef(newIdempotencyKey());
  const cancel = useMutation({
    mutationFn: voidShipment,
    onSuccess: ({ data, successMessage }) => {
      notify.success(
        successMessage ??
          (data.state === 'voided' ? t`The label was cancelled.` : t`The carrier was asked to cancel the label.`),
      );
      key.current = newIdempotencyKey();
      setAsking(false);
      // The card of a cancelled label folds away; the dialog has closed by then.
      void orderChanged(order.id).then(keepFocusOnceClosed);
    },
    onError: (error) => {
      notify.error(error);
      setAsking(false);
      void orderChanged(order.id);
    },
  });
  const save = useMutation({
    mutationKey: ['print', 'document'],
    mutationFn: (id: string) => documentBytes(id),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'ShippingLabel.zpl'),
    onError: (error) => notify.error(error),
  });
  if (shipment.state === 'voided') return null;
  const labels = hasLabels(shipment);
  const zpl = shipment.documents.filter((d) => d.format.toLowerCase() === 'zpl');
  const crossBorder =
    order.originAddress.countryCode !== null &&
    order.originAddress.countryCode !== order.destinationAddress.countryCode;
  const copies = Math.max(0, ...shipment.documents.filter((d) => d.kind === 'label').map((d) => d.copiesPrinted));
  return (
    <div className="row">
      {labels && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
          loading={shipmentLabels.isPending}
          title={shipment.reprint.reason ?? undefined}
          color={shipment.reprint.warn ? 'orange' : undefined}
          onClick={() => shipmentLabels.mutate(shipment)}
        >
          {shipment.reprint.warn ? (
            <Trans>Reprint (already scanned)</Trans>
          ) : copies > 0 ? (
            <Trans>Reprint label</Trans>
          ) : (
            <Trans>Print label</Trans>
          )}
        </Button>
      )}
      {labels && (
        <Menu position="bottom-start" width={220}>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<IconChevronDown size={14} aria-hidden />}
              loading={save.isPending || slips.isPending || invoice.isPending}
            >
              <Trans>Documents</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t`Documents`}>
            <Menu.Item leftSection={<IconFileText size={15} aria-hidden />} onClick={() => slips.mutate([order.id])}>
              <Trans>Packing slip</Trans>
            </Menu.Item>
            {crossBorder && (
              <Menu.Item
                leftSection={<IconFileText size={15} aria-hidden />}
                onClick={() => invoice.mutate(shipment.id)}
              >
                <Trans>Commercial invoice</Trans>
              </Menu.Item>
            )}
            {zpl.map((d) => (
              <Menu.Item
                key={d.id}
                leftSection={<IconFileDownload size={15} aria-hidden />}
                onClick={() => save.mutate(d.id)}
              >
                {d.parcelNumber && zpl.length > 1 ? (
                  <Trans>ZPL label, parcel {d.parcelNumber}</Trans>
                ) : (
                  <Trans>ZPL label</Trans>
                )}
              </Menu.Item>
            ))}
            <CarrierPapersMenu shipment={shipment} onWish={setPaper} onSave={(id) => save.mutate(id)} />
            {onReturn && rights.includes('labels.buy') && shipment.offers?.returnLabel && (
              <Menu.Item leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={() => onReturn(shipment.id)}>
                <Trans>Buy a return label</Trans>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {copies > 0 && (
        <span className="dim small">
          <Plural value={copies} one="printed once" other="printed # times" />
        </span>
      )}
      <span className="grow" />
      {!rights.includes('labels.void') ? null : shipment.cancel.allowed ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red.9"
          className="danger-button"
          onClick={() => setAsking(true)}
        >
          <Trans>Cancel label</Trans>
        </Button>
      ) : (
        shipment.cancel.reason && <span className="dim small">{shipment.cancel.reason}</span>
      )}
      {paper && (
        <Suspense fallback={null}>
          <CarrierPapersDialog
            shipment={shipment}
            orderId={order.id}
            wish={paper}
            opened
            onClose={() => setPaper(undefined)}
          />
        </Suspense>
      )}
      {loaded && (
        <Suspense fallback={null}>
          <ConfirmDialog
            opened={asking}
            title={t`Cancel this label?`}
            confirm={t`Cancel the label`}
            danger
            busy={cancel.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => cancel.mutate({ id: shipment.id, key: key.current })}
          >
            <Trans>
              The carrier is asked to void it, and the order can be shipped again. Do not use a label that was printed
              already.
            </Trans>
            {shipment.cancel.reason && <p className="dim small">{shipment.cancel.reason}</p>}
            {shipment.cancel.until && (
              <p className="small">
                <Trans>
                  Possible until {format.instant(shipment.cancel.until, 'short')}, unless it is scanned before.
                </Trans>
              </p>
            )}
            <p className="small">{i18n._(REFUND_PROMISES[shipment.cancel.refund])}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}

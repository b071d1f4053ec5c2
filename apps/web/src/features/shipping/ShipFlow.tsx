/** From address to bought label: the parts of the panel in the order of the work. */
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconHandStop, IconTruckLoading } from '#icons';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import { lazy, Suspense, useState } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { hold } from '../order-detail/order-detail-api.ts';
import { useOrderCommand } from '../order-detail/use-order-command.ts';
import { AddressBlock } from './address/AddressBlock.tsx';
import { leftToShip } from './form/packing.ts';
import { RateForm } from './form/RateForm.tsx';
import { returnOrder } from './form/return-order.ts';
import { ShipmentCard } from './ShipmentCard.tsx';
import { isOpen, missingParcels } from './shipping-api.ts';

const AddressDialog = lazy(() => import('./address/AddressDialog.tsx'));

interface Props {
  readonly order: OrderDetail;
  readonly settings: DefaultSettings | undefined;
}

/** A held order cannot be shipped until it is released. */
function ReleaseButton({ orderId }: { readonly orderId: string }) {
  const { t } = useLingui();
  const releasing = useOrderCommand(orderId, () => hold(orderId, { held: false }), {
    done: t`The order was released.`,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={releasing.isPending}
      onClick={() => releasing.mutate(undefined)}
    >
      <Trans>Release</Trans>
    </Button>
  );
}

/** Why nothing can be bought right now, if so. */
function useBlock(order: OrderDetail): string | undefined {
  const { t } = useLingui();
  const format = useFormat();
  if (order.claimedBy)
    return t`${order.claimedBy} is buying a label for this order right now. The result will show here.`;
  if (order.hold && order.holdUntil) {
    const day = format.day(order.holdUntil);
    return order.holdReason ? t`On hold until ${day}: ${order.holdReason}` : t`On hold until ${day}.`;
  }
  if (order.holdReason) return t`On hold: ${order.holdReason}`;
  if (order.hold) return t`This order is on hold. Release it to ship it.`;
  if (order.archived) return t`This order is archived.`;
  if (order.fulfillmentStatus === 'Cancelled') return t`This order is cancelled.`;
  return undefined;
}

export function ShipFlow({ order, settings }: Props) {
  const { t } = useLingui();
  const block = useBlock(order);
  const live = order.shipments.filter((s) => s.state !== 'voided' && s.state !== 'draft');
  const past = order.shipments.filter((s) => s.state === 'voided');
  const left = order.items.reduce((n, i) => n + Math.max(0, i.quantity - i.allocated - i.cancelled), 0);
  const [additional, setAdditional] = useState(false);
  const [returning, setReturning] = useState<string | undefined>(undefined);
  const [addressOpen, setAddressOpen] = useState(false);
  const addressLoaded = useLoaded(addressOpen);
  const editAddress = () => setAddressOpen(true);
  const comesBack = live.find(({ id }) => id === returning);
  const open = live.some(isOpen);
  const incomplete = live.some((shipment) => missingParcels(shipment).length > 0);
  const wantsLabel = !comesBack && (left > 0 || live.length === 0 || additional) && !open && !incomplete;
  const details = (
    <>
      <AddressBlock order={order} onEdit={editAddress} />
      <Items order={order} />
    </>
  );
  return (
    <>
      <div className="ship-body">
        {block && (
          <div className="notice" data-tone="warn" role="status">
            {order.claimedBy ? <IconTruckLoading size={17} aria-hidden /> : <IconHandStop size={17} aria-hidden />}
            <div>{block}</div>
            {order.hold && !order.claimedBy && <ReleaseButton orderId={order.id} />}
          </div>
        )}
        {live.map((shipment) => (
          <ShipmentCard
            key={shipment.id}
            shipment={shipment}
            order={order}
            onReturn={block ? undefined : setReturning}
          />
        ))}
        {comesBack && !open && !block && (
          <section className="stack" aria-label={t`Return label`}>
            <div className="row between">
              <h3>
                <Trans>Return label</Trans>
              </h3>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setReturning(undefined)}>
                <Trans>No return label</Trans>
              </Button>
            </div>
            <p className="dim small">
              <Trans>From the recipient back to the address that takes returns. You pay for it.</Trans>
            </p>
            <RateForm
              key={comesBack.id}
              order={returnOrder(order, comesBack)}
              settings={settings}
              additional={false}
              returnOf={comesBack.id}
              onBought={() => setReturning(undefined)}
              onEditAddress={editAddress}
            />
          </section>
        )}
        {!(wantsLabel && !block) && details}
        {incomplete && !open && !block && (
          <p className="dim small">
            <Trans>Buy the missing label or cancel the shipment before the rest is shipped.</Trans>
          </p>
        )}
        {wantsLabel && !block && (
          // A new form for what a purchase leaves: the parcels of the last one hold what has been shipped.
          <RateForm
            key={`${additional} ${leftToShip(order)}`}
            order={order}
            settings={settings}
            additional={additional && left === 0}
            onBought={() => setAdditional(false)}
            onEditAddress={editAddress}
            details={details}
          />
        )}
        {!wantsLabel && !comesBack && !open && !incomplete && !block && (
          <Button variant="default" onClick={() => setAdditional(true)}>
            <Trans>Buy an additional label</Trans>
          </Button>
        )}
        {past.length > 0 && (
          <details className="ship-past">
            <summary>
              <Plural value={past.length} one="# cancelled label" other="# cancelled labels" />
            </summary>
            <div className="stack">
              {past.map((shipment) => (
                <ShipmentCard key={shipment.id} shipment={shipment} order={order} />
              ))}
            </div>
          </details>
        )}
      </div>
      {/* The buy bar of the rate form is drawn into this place, so that it stays at the foot of the panel. */}
      <div id="ship-foot" className="ship-foot" />
      {addressLoaded && (
        <Suspense fallback={null}>
          <AddressDialog order={order} opened={addressOpen} onClose={() => setAddressOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Items({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Items`}>
      <ul className="ship-items">
        {order.items.slice(0, 5).map((item) => (
          <li key={item.line} className="row between">
            <span className="grow ship-item">{item.title}</span>
            {item.sku && <span className="dim small">{item.sku}</span>}
            <span className="num strong">× {item.quantity}</span>
          </li>
        ))}
      </ul>
      {order.items.length > 5 && (
        <div className="dim small">
          <Plural value={order.items.length - 5} one="and # more line" other="and # more lines" />
        </div>
      )}
    </section>
  );
}

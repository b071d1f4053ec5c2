/** Where an order leaves from: the store's or usual place, another location, or an address of its own. */
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingWarehouse, IconPencil } from '#icons';
import { lazy, Suspense, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useLoaded } from '../../ui/use-loaded.ts';
import { addressLines } from '../address/address-model.ts';

const AddressDialog = lazy(() => import('../shipping/address/AddressDialog.tsx'));

export function ShipFromCard({ order }: { readonly order: OrderDetail }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>Ship from</Trans>
        </h2>
      </div>
      <div className="card-body">
        <ShipFrom order={order} />
      </div>
    </section>
  );
}

function ShipFrom({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const loaded = useLoaded(editing);
  const { shipFrom } = order;
  const [first, ...rest] = shipFrom ? addressLines(shipFrom.address) : [];
  return (
    <section className="ship-address" aria-label={t`Ship from`}>
      <div className="row top">
        <IconBuildingWarehouse size={17} aria-hidden className="ship-pin" />
        {shipFrom ? (
          <address className="grow">
            <span className="strong">{shipFrom.name || first}</span>
            {shipFrom.name !== first && <span>{first}</span>}
            {rest.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        ) : (
          <span className="grow danger">
            <Trans>There is no ship-from address yet.</Trans>
          </span>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          <Trans>Change</Trans>
        </Button>
      </div>
      {order.shipFromChosen && (
        <p className="dim small">
          {shipFrom?.locationId === null ? (
            <Trans>An address for this order alone.</Trans>
          ) : (
            <Trans>Chosen for this order.</Trans>
          )}
        </p>
      )}
      {loaded && (
        <Suspense fallback={null}>
          <AddressDialog order={order} party="shipFrom" opened={editing} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

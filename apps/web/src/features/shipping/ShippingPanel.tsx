import { ActionIcon } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowUpRight, IconX } from '#icons';
import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { orderQuery } from '../orders/api/orders-api.ts';
import { OrderSigns, StatusBadge } from '../orders/components/OrderBadges.tsx';
import { settingsQuery } from '../settings/settings-api.ts';
import { ShipFlow } from './ShipFlow.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Everything needed to ship one order, without leaving the list. */
export function ShippingPanel({ orderId, onClose }: { readonly orderId: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const order = useQuery(orderQuery(orderId));
  const settings = useQuery(settingsQuery);
  return (
    <div className="ship-panel">
      <header className="ship-head">
        <div className="grow">
          {order.data ? (
            <PanelTitle order={order.data} />
          ) : (
            <h2>{order.isError ? <Trans>Order</Trans> : <Trans>Loading…</Trans>}</h2>
          )}
        </div>
        {order.data && (
          <LinkButton
            to="/ecommerce/order/$orderId"
            params={{ orderId }}
            variant="subtle"
            color="gray"
            size="compact-sm"
            rightSection={<IconArrowUpRight size={14} aria-hidden />}
          >
            <Trans>Details</Trans>
          </LinkButton>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t`Close the panel`}
          onClick={onClose}
          data-autofocus
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      {order.data && !settings.isPending ? (
        <ShipFlow order={order.data} settings={settings.data} />
      ) : order.isError ? (
        <ErrorState error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <div className="ship-body">
          <Skeletons rows={9} height={22} />
        </div>
      )}
    </div>
  );
}

function PanelTitle({ order }: { readonly order: OrderDetail }) {
  const format = useFormat();
  return (
    <>
      <div className="row">
        <h2 className="ship-number">{order.ecomOrderNumber}</h2>
        <StatusBadge order={order} />
      </div>
      <div className="dim small">
        {format.instant(order.placedAt, 'short')} · {format.money(order.total)}
        {order.storeName ? ` · ${order.storeName}` : ''}
      </div>
      {(order.signs.length > 0 || order.claimedBy) && (
        <div className="row tight ship-signs">
          <OrderSigns order={order} />
        </div>
      )}
    </>
  );
}

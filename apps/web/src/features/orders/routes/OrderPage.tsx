import '../order-page.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders';
import { useFormat } from '../../../app/use-format.ts';
import { loadMessages } from '../../../lib/i18n.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { settingsQuery } from '../../settings/settings-api.ts';
import { ShipFlow } from '../../shipping/ShipFlow.tsx';
import { usePrintJobs } from '../../shipping/use-print-jobs.ts';
import '../../shipping/shipping.css';
import { orderQuery } from '../api/orders-api.ts';
import { OrderSigns, StatusBadge } from '../components/OrderBadges.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';

const OrderPushes = lazy(async () => {
  const [pushes] = await Promise.all([import('../../stores/OrderPushes.tsx'), loadMessages('stores')]);
  return pushes;
});
const route = getRouteApi('/inside/ecommerce/order/$orderId');

const PUSH_MS = 3_000;
const isUnderWay = (push: OrderDetail['pushes'][number]): boolean =>
  ['waiting', 'sending', 'retrying', 'unknown'].includes(push.state);

/** Everything about one order on one page, with the shipping panel beside it. */
export function OrderPage() {
  const { t } = useLingui();
  const { orderId } = route.useParams();
  const order = useQuery({
    ...orderQuery(orderId),
    // A push on its way arrives without anybody pressing anything.
    refetchInterval: ({ state }) => (state.data?.pushes.some(isUnderWay) ? PUSH_MS : false),
  });
  const settings = useQuery(settingsQuery);
  const { slips } = usePrintJobs();
  return (
    <div>
      <PageHead title={order.data ? t`Order ${order.data.ecomOrderNumber}` : t`Order`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/orders" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Orders</Trans>
          </Link>
          {order.data ? (
            <div className="row">
              <h1 className="order-title">{order.data.ecomOrderNumber}</h1>
              <StatusBadge order={order.data} />
              <OrderSigns order={order.data} />
            </div>
          ) : (
            <h1>
              <Trans>Order</Trans>
            </h1>
          )}
        </div>
        {order.data && (
          <Button
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
            loading={slips.isPending}
            onClick={() => slips.mutate([orderId])}
          >
            <Trans>Packing slip</Trans>
          </Button>
        )}
      </div>
      {order.data && !settings.isPending ? (
        <div className="order-columns">
          <div className="stack wide">
            <ItemsCard order={order.data} />
            {(order.data.pushes.length > 0 || order.data.storeNotices.length > 0) && (
              <Suspense fallback={null}>
                <OrderPushes order={order.data} />
              </Suspense>
            )}
            <FactsCard order={order.data} />
            <HistoryCard order={order.data} />
          </div>
          <section className="card order-ship" aria-label={t`Shipping`} data-testid="shipping-panel">
            <ShipFlow key={order.data.id} order={order.data} settings={settings.data} />
          </section>
        </div>
      ) : order.isError ? (
        <div className="card">
          <ErrorState error={order.error} onRetry={() => void order.refetch()} />
        </div>
      ) : (
        <div className="card card-pad">
          <Skeletons rows={10} />
        </div>
      )}
    </div>
  );
}

function ItemsCard({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>Items</Trans>
        </h2>
        <span className="dim num">{order.itemQuantity}</span>
      </div>
      <TableWrap label={t`Items`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Item</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Quantity</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Shipped</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Weight</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Price</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.line}>
                <td>
                  <div className="item-title">{item.title}</div>
                  <div className="dim small">
                    {[item.sku, item.hsCode && `HS ${item.hsCode}`, item.originCountry].filter(Boolean).join(' · ')}
                  </div>
                </td>
                <td className="end num">{item.quantity}</td>
                <td className="end num">
                  {item.shipped}
                  {item.cancelled > 0 && (
                    <span className="dim">
                      {' '}
                      (<Trans>{item.cancelled} cancelled</Trans>)
                    </span>
                  )}
                </td>
                <td className="end num">{item.weightGrams === null ? '–' : format.weight(item.weightGrams)}</td>
                <td className="end num">{format.money(item.unitPrice)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={4} className="end strong">
                <Trans>Total</Trans>
              </td>
              <td className="end num strong">{format.money(order.total)}</td>
            </tr>
          </tfoot>
        </table>
      </TableWrap>
    </section>
  );
}

function FactsCard({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const facts: readonly (readonly [string, string | null])[] = [
    [t`Ordered`, format.instant(order.placedAt, 'full')],
    [t`Ship by`, order.shipBy ? format.day(order.shipBy) : null],
    [t`Requested service`, order.requestedService],
    [t`Store`, order.storeName],
    [t`Ship from`, order.shipFrom?.name ?? null],
    [t`Weight`, order.weightGrams === null ? null : format.weight(order.weightGrams)],
    [t`Tags`, order.tags.join(', ') || null],
  ];
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>About this order</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <dl className="facts">
          {facts.map(([name, value]) => value && [<dt key={`${name}-t`}>{name}</dt>, <dd key={name}>{value}</dd>])}
        </dl>
        {order.customerNote && <Note title={t`Note of the customer`} text={order.customerNote} />}
        {order.internalNote && <Note title={t`Internal note`} text={order.internalNote} />}
      </div>
    </section>
  );
}

const Note = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className="notice">
    <div>
      <div className="strong">{title}</div>
      <div className="pre">{text}</div>
    </div>
  </div>
);

function HistoryCard({ order }: { readonly order: OrderDetail }) {
  const format = useFormat();
  if (order.history.length === 0) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>History</Trans>
        </h2>
      </div>
      <ol className="card-body history">
        {order.history.map((entry, i) => (
          <li key={`${entry.at}-${i}`}>
            <time className="dim small num" dateTime={entry.at}>
              {format.instant(entry.at, 'short')}
            </time>
            <div>
              <span className="strong">{entry.what}</span>
              {entry.from && entry.to && (
                <span className="dim">
                  {' '}
                  {entry.from} → {entry.to}
                </span>
              )}
              {entry.why && <div className="dim small">{entry.why}</div>}
              <div className="dim small">{entry.who}</div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

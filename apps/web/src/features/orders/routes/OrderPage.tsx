import '../order-page.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../../app/use-format.ts';
import { loadMessages } from '../../../lib/i18n.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { ItemsCard } from '../../order-detail/ItemsCard.tsx';
import { settingsQuery } from '../../settings/settings-api.ts';
import '../../shipping/shipping.css';
import { orderQuery } from '../api/orders-api.ts';
import { noticesOf } from '../model/store-notices.ts';
import { OrderSigns, StatusBadge } from '../components/OrderBadges.tsx';

const OrderPushes = lazy(async () => {
  const [pushes] = await Promise.all([import('../../stores/OrderPushes.tsx'), loadMessages('stores')]);
  return pushes;
});
// What is not read first loads after the page itself.
const ShipFlow = lazy(() => import('../../shipping/ShipFlow.tsx').then((m) => ({ default: m.ShipFlow })));
const OrderActions = lazy(() =>
  import('../../order-detail/OrderActions.tsx').then((m) => ({ default: m.OrderActions })),
);
const UnreadCard = lazy(() => import('../../order-detail/UnreadCard.tsx'));
const MoreCards = lazy(() => import('../../order-detail/MoreCards.tsx'));
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
          <Suspense fallback={null}>
            <OrderActions order={order.data} />
          </Suspense>
        )}
      </div>
      {order.data?.unread && (
        <Suspense fallback={null}>
          <UnreadCard order={order.data} unread={order.data.unread} />
        </Suspense>
      )}
      {order.data && !settings.isPending ? (
        <div className="order-columns">
          <div className="stack wide">
            <ItemsCard order={order.data} />
            {(order.data.pushes.length > 0 || noticesOf(order.data).length > 0) && (
              <Suspense fallback={null}>
                <OrderPushes order={order.data} />
              </Suspense>
            )}
            <FactsCard order={order.data} />
            <Suspense fallback={<Skeletons rows={6} />}>
              <MoreCards order={order.data} />
            </Suspense>
          </div>
          <section className="card order-ship" aria-label={t`Shipping`} data-testid="shipping-panel">
            {order.data.buyerErased && <p className="notice">{order.data.buyerErased.note}</p>}
            <Suspense
              fallback={
                <div className="ship-body">
                  <Skeletons rows={9} height={22} />
                </div>
              }
            >
              <ShipFlow key={order.data.id} order={order.data} settings={settings.data} />
            </Suspense>
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

function FactsCard({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const facts: readonly (readonly [string, string | null])[] = [
    [t`Ordered`, format.instant(order.placedAt, 'full')],
    [t`Ship by`, order.shipBy ? format.day(order.shipBy) : null],
    [t`Ship date`, order.shipDate === null ? null : format.day(order.shipDate)],
    [t`Requested service`, order.requestedService],
    [t`Store`, order.storeName],
    [t`Weight`, order.weightGrams === null ? null : format.weight(order.weightGrams)],
    [
      t`Fulfilled by hand`,
      order.markedFulfilled &&
        [
          order.markedFulfilled.carrier,
          order.markedFulfilled.number,
          order.markedFulfilled.who,
          format.instant(order.markedFulfilled.at, 'short'),
        ]
          .filter(Boolean)
          .join(' · '),
    ],
    [t`On hold`, order.hold && (order.holdReason ?? t`Without a reason`)],
    [t`On hold until`, order.holdUntil && format.day(order.holdUntil)],
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
      </div>
    </section>
  );
}

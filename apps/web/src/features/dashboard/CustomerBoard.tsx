import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { Link } from '@tanstack/react-router';
import type { CustomerDashboard } from '@scanship/contracts/network/dashboard';
import { lazy, Suspense } from 'react';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { OrderSearch } from '../orders/model/order-search.ts';
import { CarrierShares } from './CarrierShares.tsx';
import { DayChart, type Series } from './DayChart.tsx';
import { Figure, Trend } from './Figure.tsx';

const FirstRunGuide = lazy(async () => ({
  default: (await import('../first-run/FirstRunGuide.tsx')).FirstRunGuide,
}));

/** A customer's own: orders as they stand, each figure a way into the list, and what labels cost. */
export function CustomerBoard({ board }: { readonly board: CustomerDashboard }) {
  const { t } = useLingui();
  const format = useFormat();
  const profile = useProfile();
  const opensOrders = mayOpen(PAGES.orders, profile);
  const { orders, currency } = board;
  const states: readonly { readonly name: string; readonly count: number; readonly search: OrderSearch }[] = [
    { name: t`Unfulfilled`, count: orders.unfulfilled, search: { tab: 'unfulfilled' } },
    { name: t`Fulfilled`, count: orders.fulfilled, search: { tab: 'fulfilled' } },
    { name: t`Fulfilled elsewhere`, count: orders.manualFulfilled, search: { tab: 'manual-fulfilled' } },
    {
      name: t({ message: 'Cancelled', context: 'several orders' }),
      count: orders.cancelled,
      search: { tab: 'cancelled' },
    },
    { name: t`Archived`, count: orders.archived, search: { tab: 'archived' } },
  ];
  const spend = board.days.every((day) => day.spendMinor !== null);
  const series: Series[] = [
    {
      name: t`Labels`,
      days: board.days.map(({ day, labels }) => ({ day, value: labels })),
      show: (value) => format.number(value),
    },
    ...(spend
      ? [
          {
            name: t`Spend`,
            days: board.days.map(({ day, spendMinor }) => ({ day, value: spendMinor ?? 0 })),
            show: (minor: number) => format.money({ minor, currency }),
          },
        ]
      : []),
  ];
  return (
    <div className="board">
      {opensOrders && (
        <Suspense fallback={null}>
          <FirstRunGuide />
        </Suspense>
      )}
      {opensOrders && (orders.late > 0 || orders.dueToday > 0 || board.exceptions > 0) && (
        <section className="card" aria-label={t`What needs attention`}>
          <ul className="todo">
            {board.exceptions > 0 && (
              <li>
                <IconAlertTriangle size={18} aria-hidden />
                <span className="grow">
                  <Plural
                    value={board.exceptions}
                    one="# purchase waits for a decision"
                    other="# purchases wait for a decision"
                  />
                </span>
                <LinkButton to="/ecommerce/orders/exceptions" search={{}} size="compact-sm" variant="default">
                  <Trans>Decide</Trans>
                </LinkButton>
              </li>
            )}
            {orders.late > 0 && (
              <li>
                <IconAlertTriangle size={18} aria-hidden />
                <span className="grow">
                  <Plural
                    value={orders.late}
                    one="# order is past its ship-by date"
                    other="# orders are past their ship-by date"
                  />
                </span>
                <LinkButton
                  to="/ecommerce/orders"
                  search={{ tab: 'unfulfilled', signs: ['overdue'] }}
                  size="compact-sm"
                  variant="default"
                >
                  <Trans>Ship them</Trans>
                </LinkButton>
              </li>
            )}
            {orders.dueToday > 0 && (
              <li>
                <IconCircleCheck size={18} aria-hidden />
                <span className="grow">
                  <Plural
                    value={orders.dueToday}
                    one="# order is to be shipped today"
                    other="# orders are to be shipped today"
                  />
                </span>
                <LinkButton to="/ecommerce/orders" search={{ tab: 'unfulfilled' }} size="compact-sm" variant="default">
                  <Trans>Unfulfilled orders</Trans>
                </LinkButton>
              </li>
            )}
          </ul>
        </section>
      )}
      <section aria-label={t`Orders as they stand`}>
        <div className="figures">
          {states.map(({ name, count, search }) =>
            opensOrders ? (
              <Link key={name} to="/ecommerce/orders" search={search} className="card figure">
                <span className="dim strong small">{name}</span>
                <span className="figure-value">{format.number(count)}</span>
              </Link>
            ) : (
              <Figure key={name} label={name} value={format.number(count)} />
            ),
          )}
        </div>
      </section>
      <div className="figures">
        <Figure label={t`Labels`} value={format.number(board.labels)}>
          <Trend now={board.labels} before={board.before.labels} />
        </Figure>
        {board.spend && (
          <Figure label={t`Spend`} value={format.money(board.spend)}>
            <Trend now={board.spend.minor} before={board.before.spendMinor ?? 0} />
          </Figure>
        )}
        {board.savings && (
          <Figure label={t`Saved`} value={format.money(board.savings.saved)}>
            <Trans>of {format.money(board.savings.retail)} at the counter</Trans>
          </Figure>
        )}
        {board.delivery.delivered > 0 && <DeliveryFigure delivery={board.delivery} />}
        <Figure label={t`Cancelled labels`} value={format.number(board.voided)}>
          <Trans>of those bought in these days</Trans>
        </Figure>
      </div>
      <div className="board-split">
        <DayChart series={series} />
        <CarrierShares carriers={board.carriers} currency={currency} seesMoney />
      </div>
    </div>
  );
}

/** How many of the parcels that arrived came by the promised day, and how long they took. */
function DeliveryFigure({ delivery }: { readonly delivery: CustomerDashboard['delivery'] }) {
  const { t } = useLingui();
  const { locale, number } = useFormat();
  const { delivered, promised, onTime, averageDays } = delivery;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <Figure
      label={promised > 0 ? t`Delivered on time` : t({ message: 'Delivered', context: 'parcels' })}
      value={promised > 0 ? percent.format(onTime / promised) : number(delivered)}
    >
      <Plural value={delivered} one="# parcel arrived" other="# parcels arrived" />
      {averageDays !== null && (
        <>
          {', '}
          <Trans>{number(averageDays)} days on average</Trans>
        </>
      )}
    </Figure>
  );
}

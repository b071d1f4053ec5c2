import '../dashboard/dashboard.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { Skeletons } from '../../ui/states.tsx';
import type { Series } from '../dashboard/DayChart.tsx';
import { Figure } from '../dashboard/Figure.tsx';
import { everyDay } from './customer-days.ts';

const DayChart = lazy(async () => ({ default: (await import('../dashboard/DayChart.tsx')).DayChart }));
const RecordForm = lazy(() => import('./RecordForm.tsx'));

const DAYS = 90;

/** What they ship, and their record. */
export function CustomerOverview({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { rights } = useProfile();
  const { figures } = customer;
  const seesMoney = rights.includes('money.view') || rights.includes('rates.see-cost');
  const { currency } = figures.spend30;
  const money = (minor: number) => format.money({ minor, currency });
  const today = format.today();
  const series: Series[] = [
    {
      name: t`Labels`,
      days: everyDay(customer.days, today, DAYS, (day) => day.labels),
      show: (value) => format.number(value),
    },
  ];
  if (seesMoney)
    series.push({ name: t`Spend`, days: everyDay(customer.days, today, DAYS, (day) => day.spendMinor), show: money });
  if (figures.margin30)
    series.push({
      name: t`Margin`,
      days: everyDay(customer.days, today, DAYS, (day) => day.marginMinor ?? 0),
      show: money,
    });
  return (
    <div className="board">
      <div className="figures">
        <Figure label={t`Labels, 30 days`} value={format.number(figures.labels30)}>
          {figures.lastLabelAt ? (
            <Trans>last one {format.instant(figures.lastLabelAt, 'short')}</Trans>
          ) : (
            <Trans>none yet</Trans>
          )}
        </Figure>
        {seesMoney && <Figure label={t`Spend, 30 days`} value={format.money(figures.spend30)} />}
        {figures.margin30 && <Figure label={t`Margin, 30 days`} value={format.money(figures.margin30)} />}
        <Figure label={t`Unfulfilled orders`} value={format.number(figures.unfulfilledOrders)}>
          <Trans>
            {figures.lateOrders} late · {figures.openOutcomes} open labels
          </Trans>
        </Figure>
      </div>
      <Suspense fallback={<Skeletons rows={6} height={28} />}>
        <DayChart series={series} />
      </Suspense>
      {rights.includes('customers.manage') ? (
        <Suspense fallback={<Skeletons rows={5} height={28} />}>
          <RecordForm key={customer.version} customer={customer} />
        </Suspense>
      ) : (
        <section className="card">
          <dl className="card-body facts">
            <dt>
              <Trans>Time zone</Trans>
            </dt>
            <dd>{customer.timeZone}</dd>
            <dt>
              <Trans>Language</Trans>
            </dt>
            <dd>{LOCALE_NAMES[customer.locale]}</dd>
            <dt>
              <Trans>Customer since</Trans>
            </dt>
            <dd>{format.instant(customer.createdAt, 'day')}</dd>
            {customer.note && (
              <>
                <dt>
                  <Trans>Note</Trans>
                </dt>
                <dd className="pre">{customer.note}</dd>
              </>
            )}
          </dl>
        </section>
      )}
    </div>
  );
}

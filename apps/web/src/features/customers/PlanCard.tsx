import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '#icons';
import type { ReactNode } from 'react';
import type { Plan } from '@scanship/contracts/network/franchises';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';

interface Props {
  readonly plan: Plan;
  readonly chosen?: boolean;
  readonly children?: ReactNode;
}
/** What a plan is called, costs, holds and limits. */
export function PlanCard({ plan, chosen = false, children }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { users, stores, labelsPerMonth } = plan.limits;
  return (
    <li className="card plan-card" data-chosen={chosen} data-testid="plan">
      <div className="row between">
        <h3>{plan.name}</h3>
        {plan.name !== plan.code && <Badge outline>{plan.code}</Badge>}
      </div>
      <div>
        {plan.monthlyPrice ? (
          <>
            <span className="plan-price">{format.money(plan.monthlyPrice)}</span>{' '}
            <span className="dim small">
              <Trans>a month</Trans>
            </span>
          </>
        ) : (
          <span className="dim">
            <Trans>No price published</Trans>
          </span>
        )}
      </div>
      {plan.yearlyPrice && (
        <div className="small">
          <Trans>{format.money(plan.yearlyPrice)} a year</Trans>
        </div>
      )}
      <ul className="small">
        <li>
          {users === null ? (
            <Trans>Any number of people</Trans>
          ) : (
            <Plural value={users} one="# person" other="Up to # people" />
          )}
        </li>
        <li>
          {stores === null ? (
            <Trans>Any number of stores</Trans>
          ) : (
            <Plural value={stores} one="# store" other="Up to # stores" />
          )}
        </li>
        <li>
          {labelsPerMonth === null ? (
            <Trans>Any number of labels</Trans>
          ) : (
            <Plural value={labelsPerMonth} one="# label a month" other="Up to # labels a month" />
          )}
        </li>
        {labelsPerMonth !== null && plan.overagePrice && (
          <li>
            <Trans>Each label above: {format.money(plan.overagePrice)}</Trans>
          </li>
        )}
        {plan.trialDays > 0 && (
          <li>
            <Plural value={plan.trialDays} one="# day of trial" other="# days of trial" />
          </li>
        )}
        {plan.features.map((feature) => (
          <li key={feature} className="row tight top">
            <IconCheck size={15} aria-hidden />
            <span className="grow">{feature}</span>
          </li>
        ))}
      </ul>
      <div className="grow" />
      <div className="dim small">
        <Plural value={plan.customers} one="# customer has it" other="# customers have it" />
        {plan.versions.length > 1 && (
          <ul aria-label={t`What it was sold for`} data-testid="plan-versions">
            {plan.versions.map((version) => (
              <li key={version.no}>
                <Plural value={version.customers} one="# customer" other="# customers" />,{' '}
                <Trans>
                  {format.money(version.monthlyPrice)} a month, sold since {format.instant(version.since, 'day')}
                </Trans>
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </li>
  );
}

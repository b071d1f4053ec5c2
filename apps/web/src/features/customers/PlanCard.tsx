import { Plural, Trans } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Plan } from '@scanship/contracts/franchises';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';

interface Props {
  readonly plan: Plan;
  readonly chosen?: boolean;
  readonly children?: ReactNode;
}
/** What a plan is called, costs, holds and limits. */
export function PlanCard({ plan, chosen = false, children }: Props) {
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
      </div>
      {children}
    </li>
  );
}

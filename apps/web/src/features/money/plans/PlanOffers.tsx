import { Button, NativeSelect } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '#icons';
import { useState } from 'react';
import type { OfferedPlan, PlanView } from '@scanship/contracts/money/plans';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ChangePlanDialog } from './ChangePlanDialog.tsx';
import type { Of } from './plans-api.ts';

interface Props {
  readonly of: Of;
  readonly view: PlanView;
  readonly mayChange: boolean;
}

/** The three plans beside each other; what one costs today is shown before it is chosen. */
export function PlanOffers({ of, view, mayChange }: Props) {
  const { t } = useLingui();
  const [interval, setInterval] = useState(view.interval);
  const [wanted, setWanted] = useState<OfferedPlan>();
  const [opened, setOpened] = useState(false);
  const byYear = view.plans.some(({ yearlyPrice }) => yearlyPrice !== null);
  return (
    <section className="stack" aria-label={t`Plans`}>
      <div className="row between">
        <h2>
          <Trans>Plans</Trans>
        </h2>
        {byYear && (
          <NativeSelect
            aria-label={t`How it is paid`}
            value={interval}
            data={[
              { value: 'month', label: t`By the month` },
              { value: 'year', label: t`By the year` },
            ]}
            onChange={(event) => setInterval(event.currentTarget.value === 'year' ? 'year' : 'month')}
          />
        )}
      </div>
      <ul className="plan-cards">
        {view.plans.map((plan) => (
          <OfferCard
            key={plan.code}
            plan={plan}
            view={view}
            interval={interval}
            mayChange={mayChange}
            onChoose={() => {
              setWanted(plan);
              setOpened(true);
            }}
          />
        ))}
      </ul>
      <ChangePlanDialog
        of={of}
        view={view}
        wanted={wanted}
        interval={interval}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </section>
  );
}

interface CardProps {
  readonly plan: OfferedPlan;
  readonly view: PlanView;
  readonly interval: PlanView['interval'];
  readonly mayChange: boolean;
  readonly onChoose: () => void;
}

function OfferCard({ plan, view, interval, mayChange, onChoose }: CardProps) {
  const { t } = useLingui();
  const format = useFormat();
  const isPlan = plan.code === view.plan;
  const isNow = isPlan && interval === view.interval;
  const isNext = view.next !== null && view.next.plan === plan.code && view.next.interval === interval;
  const price = interval === 'year' ? plan.yearlyPrice : plan.monthlyPrice;
  const { users, stores, labelsPerMonth } = plan.limits;
  const each = plan.overagePrice ? format.money(plan.overagePrice) : '';
  const { name } = plan;
  const word = !isPlan ? t`Change to this plan` : interval === 'year' ? t`Pay by the year` : t`Pay by the month`;
  return (
    <li className="card plan-card" data-chosen={isNow} data-testid="plan-offer">
      <div className="row between">
        <h3>{name}</h3>
        {name !== plan.code && <Badge outline>{plan.code}</Badge>}
      </div>
      <div>
        {price ? (
          <>
            <span className="plan-price">{format.money(price)}</span>{' '}
            <span className="dim small">{interval === 'year' ? t`a year` : t`a month`}</span>
          </>
        ) : (
          <span className="dim">
            <Trans>Not sold by the year</Trans>
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
          ) : each ? (
            <Trans>
              <Plural value={labelsPerMonth} one="# label a month" other="# labels a month" />, then {each} each
            </Trans>
          ) : (
            <Plural value={labelsPerMonth} one="# label a month" other="Up to # labels a month" />
          )}
        </li>
        {plan.code === 'Advanced' && (
          <li className="row tight top">
            <IconCheck size={15} aria-hidden />
            <span className="grow">
              <Trans>Scan and Ship</Trans>
            </span>
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
      {isNow ? (
        <span className="strong">
          <Trans>Current plan</Trans>
        </span>
      ) : isNext ? (
        <span className="strong">
          <Trans context="plan">Planned</Trans>
        </span>
      ) : (
        mayChange &&
        price && (
          <Button variant="default" aria-label={`${word}: ${name}`} onClick={onChoose}>
            {word}
          </Button>
        )
      )}
    </li>
  );
}

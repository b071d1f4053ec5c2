import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCalendarEvent } from '#icons';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PlanView } from '@scanship/contracts/money/plans';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { keep, type Of, tookPlan } from './plans-api.ts';

function Warning({ tone, children }: { readonly tone: 'warn' | 'bad'; readonly children: ReactNode }) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <IconAlertTriangle size={17} aria-hidden />
      <div className="grow">{children}</div>
    </div>
  );
}

/** What needs to be known at once: a fee that is overdue, labels that run out, a change that is planned. */
export function PlanNotices({
  of,
  view,
  mayChange,
}: {
  readonly of: Of;
  readonly view: PlanView;
  readonly mayChange: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { standing, usage, overagePrice, next, period } = view;
  const back = useMutation({
    mutationFn: () => keep(of),
    onSuccess: ({ data, successMessage }) => {
      tookPlan(of, data);
      notify.success(successMessage ?? t`The plan stays as it is.`);
    },
    onError: (error) => notify.error(error),
  });
  const owed = standing.overdue ? format.money(standing.overdue) : '';
  const until = standing.refusedFrom ? format.instant(standing.refusedFrom, 'day') : '';
  const each = overagePrice ? format.money(overagePrice) : '';
  const lastDay = format.day(period.to);
  const used = format.number(usage.used);
  return (
    <>
      {standing.refused ? (
        <Warning tone="bad">
          <Trans>
            {owed} of the plan’s fee is overdue, so no labels can be bought. Once it is paid they can be bought again;
            nothing is lost.
          </Trans>
        </Warning>
      ) : (
        standing.state === 'past_due' && (
          <Warning tone="warn">
            {until ? (
              <Trans>
                {owed} of the plan’s fee is overdue. Pay it before {until}; from then on no labels can be bought.
              </Trans>
            ) : (
              <Trans>{owed} of the plan’s fee is overdue.</Trans>
            )}
          </Warning>
        )
      )}
      {usage.warning === 'near' && (
        <Warning tone="warn">
          <Trans>
            {used} of <Plural value={usage.allowance ?? 0} one="# label" other="# labels" /> are used until {lastDay}.
          </Trans>
        </Warning>
      )}
      {usage.warning === 'reached' && (
        <Warning tone="warn">
          {overagePrice ? (
            <Trans>
              All labels of the plan are used until {lastDay}; each further one costs {each} beside its postage.
            </Trans>
          ) : (
            <Trans>
              All labels of the plan are used until {lastDay}. A larger plan applies immediately; until then no more can
              be bought.
            </Trans>
          )}
        </Warning>
      )}
      {next && (
        <div className="notice" role="status">
          <IconCalendarEvent size={17} aria-hidden />
          <div className="grow">
            <Planned next={next} />
          </div>
          {mayChange && (
            <Button size="compact-sm" variant="default" loading={back.isPending} onClick={() => back.mutate()}>
              <Trans>Take it back</Trans>
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Planned({ next }: { readonly next: NonNullable<PlanView['next']> }) {
  const from = useFormat().day(next.from);
  const { name } = next;
  return next.interval === 'year' ? (
    <Trans>
      From {from} on: {name}, paid by the year.
    </Trans>
  ) : (
    <Trans>
      From {from} on: {name}, paid by the month.
    </Trans>
  );
}

/** The plan as it is: what it costs, until when, and what is used of it. */
export function PlanSummary({ view }: { readonly view: PlanView }) {
  const { t } = useLingui();
  const format = useFormat();
  const { usage } = view;
  const share = usage.allowance ? Math.min(100, Math.round((usage.used * 100) / usage.allowance)) : 0;
  const used = format.number(usage.used);
  const allowed = format.number(usage.allowance ?? 0);
  return (
    <section className="card" aria-label={t`Your plan`} data-testid="current-plan">
      <div className="card-body plan-now">
        <div>
          <div className="row tight">
            <h2>{view.name}</h2>
            {view.name !== view.plan && <Badge outline>{view.plan}</Badge>}
            {view.trial && <Badge tone="info">{t`Trial`}</Badge>}
            {view.standing.state === 'past_due' && (
              <Badge tone="bad">{t({ message: 'Overdue', context: 'invoice' })}</Badge>
            )}
          </div>
          <dl className="facts">
            <dt>{view.interval === 'year' ? t`A year` : t`A month`}</dt>
            <dd>{format.money(view.price)}</dd>
            <dt>{view.trial ? t`Trial` : t`Paid for`}</dt>
            <dd>
              {format.day(view.term.from)} – {format.day(view.term.to)}
            </dd>
            <dt>{t`Next fee`}</dt>
            <dd>
              <Trans>
                {format.money(view.nextFee.amount)} before taxes, {format.day(view.nextFee.on)}
              </Trans>
            </dd>
          </dl>
        </div>
        <div>
          <h3>
            <Trans>Labels</Trans>
          </h3>
          <p data-testid="plan-usage">
            {usage.allowance === null ? (
              <Trans>{used} bought, any number allowed</Trans>
            ) : (
              <Trans>
                {used} of {allowed} bought
              </Trans>
            )}
          </p>
          {usage.allowance !== null && (
            // The words above say the same.
            <div className="plan-share" data-warning={usage.warning} aria-hidden>
              <div style={{ width: `${share}%` }} />
            </div>
          )}
          <p className="dim small">
            <Trans>
              Counted from {format.day(view.period.from)} to {format.day(view.period.to)}; voided labels do not count.
            </Trans>
          </p>
        </div>
      </div>
    </section>
  );
}

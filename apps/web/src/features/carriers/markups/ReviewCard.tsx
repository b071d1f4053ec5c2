import '@mantine/core/styles/Progress.css';
import '../../dashboard/dashboard.css';
import { Button, NativeSelect, Progress, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { GUARD_DAYS } from '@scanship/contracts/money/markup-drafts';
import type { MarkupPlan, MarkupRuleInput } from '@scanship/contracts/money/markups';
import { markupDifference } from '@scanship/domain/pricing/markup-difference';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useReplay } from '../../money/what-if/use-replay.ts';
import { WhatIfResult } from '../../money/what-if/WhatIfResult.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { publishDraft } from './markups-api.ts';
import { useGuardedPublish } from './use-guarded-publish.tsx';

interface Props {
  readonly plan: MarkupPlan;
  readonly rules: readonly MarkupRuleInput[];
  readonly used: boolean;
  /** Keeps what is typed; answers the version of the draft. */
  readonly flush: () => Promise<number>;
  readonly onDone: () => void;
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** What the draft would change, what it would have done to the last labels, and its publishing. */
export function ReviewCard({ plan, rules, used, flush, onDone }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { rights } = useProfile();
  const [when, setWhen] = useState<'now' | 'day'>('now');
  const [day, setDay] = useState('');
  const { publish, busy, error, question } = useGuardedPublish(onDone);
  const { replay, start, stop } = useReplay();
  const buyerId = plan.buyer?.id ?? null;
  const rows = markupDifference<MarkupRuleInput>(plan.used ? plan.rules : [], used ? rules : []);
  const today = format.today();
  const dayWrong = when === 'day' && day <= today;
  const switched = plan.buyer !== null && plan.version > 0 && used !== plan.used;
  return (
    <section className="card" aria-label={t`Before you publish`} data-testid="markup-review">
      <div className="card-head">
        <h2>
          <Trans>Before you publish</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {plan.draft && plan.draft.basedOn !== plan.version && (
          <p className="notice" role="status">
            <Trans>Other mark-ups were published since this draft was begun. It is compared with those in force.</Trans>
          </p>
        )}
        {switched && (
          <p>
            {used ? (
              <Trans>These mark-ups count from then on, alone.</Trans>
            ) : (
              <Trans>The next mark-ups that are for them count instead.</Trans>
            )}
          </p>
        )}
        {rows.length > 0 && <DifferenceTable rows={rows} currency={plan.currency} />}
        {rows.length === 0 && !switched && (
          <p className="dim">
            <Trans>No price changes by this draft.</Trans>
          </p>
        )}
        {rights.includes('rates.see-cost') && rights.includes('money.view') && (
          <div className="row">
            <Button
              variant="default"
              loading={replay.state === 'running'}
              onClick={() =>
                start({
                  from: dayBefore(today, GUARD_DAYS),
                  to: today,
                  buyerId,
                  rules: used ? rules.map(withoutId) : [],
                  used,
                  everyone: false,
                })
              }
            >
              <Trans>Try it on the last 30 days</Trans>
            </Button>
            {replay.state === 'running' && (
              <Button variant="default" onClick={stop}>
                <Trans>Stop</Trans>
              </Button>
            )}
          </div>
        )}
        {replay.state === 'running' && (
          <Progress
            value={replay.total === 0 ? 0 : (replay.done / replay.total) * 100}
            aria-label={t`Labels priced again`}
          />
        )}
        {replay.state === 'failed' && <ErrorState compact error={replay.error} />}
        {replay.state === 'done' && <WhatIfResult result={replay.result} />}
        <div className="fields">
          <NativeSelect
            className="w4"
            label={t({ message: 'Active', context: 'markups' })}
            value={when}
            onChange={(event) => setWhen(event.currentTarget.value === 'day' ? 'day' : 'now')}
            data={[
              { value: 'now', label: t`At once` },
              { value: 'day', label: t`From a day on` },
            ]}
          />
          {when === 'day' && (
            <TextInput
              className="w4"
              type="date"
              label={t`First day`}
              min={dayBefore(today, -1)}
              value={day}
              error={day !== '' && dayWrong ? t`Choose a day after today.` : undefined}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
          )}
        </div>
        {plan.next && when === 'day' && (
          <Note>
            <Trans>It takes the place of the mark-ups that wait for their day.</Trans>
          </Note>
        )}
        <div className="row">
          <Button
            loading={busy}
            disabled={dayWrong}
            onClick={() =>
              publish(async (confirm) =>
                publishDraft({
                  buyerId,
                  version: plan.version,
                  startsOn: when === 'day' ? day : null,
                  draft: await flush(),
                  ...(confirm !== undefined && { confirm }),
                }),
              )
            }
          >
            <Trans>Publish mark-ups</Trans>
          </Button>
        </div>
        {error !== undefined && <ErrorState compact error={error} />}
        <Note>
          <Trans>New quotes have the published mark-ups. Prices that were given keep theirs.</Trans>
        </Note>
      </div>
      {question}
    </section>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => <p className="dim small">{children}</p>;

/** As the what-if takes them. */
const withoutId = ({
  name,
  scope,
  percentBp,
  offListBp,
  fixedMinor,
  floorMinor,
  capMinor,
  firstDay,
  lastDay,
}: MarkupRuleInput): MarkupRuleInput => ({
  name,
  scope,
  percentBp,
  offListBp: offListBp ?? null,
  fixedMinor,
  floorMinor,
  capMinor,
  firstDay,
  lastDay,
});

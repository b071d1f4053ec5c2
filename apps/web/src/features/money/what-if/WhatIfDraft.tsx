import '@mantine/core/styles/Progress.css';
import { Button, Progress, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { emptyRule, readRule, type RuleDraft, toDraft } from '../../carriers/markups/markup-draft.ts';
import { showPlanOf } from '../../carriers/markups/draft-to-try.ts';
import { previewQuery, saveDraft, tookPlan } from '../../carriers/markups/markups-api.ts';
import type { CarrierChoice } from '../../carriers/markups/RuleCard.tsx';
import { RuleList } from '../../carriers/markups/RuleList.tsx';
import { lastMonth } from './last-month.ts';
import { type Replay, useReplay } from './use-replay.ts';
import { WhatIfResult } from './WhatIfResult.tsx';
import { ExplainedSwitch } from '../../../ui/ExplainedSwitch.tsx';

interface Props {
  readonly plan: MarkupPlan;
  readonly carriers: readonly CarrierChoice[];
  /** From the mark-up editor; absent: the saved ones. */
  readonly given?: readonly RuleDraft[] | undefined;
}

/** Rules to try, beginning with the saved ones or those of the editor, and the days to try them on. */
export function WhatIfDraft({ plan, carriers, given }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const platform = kindOf(useProfile()) === 'platform';
  const { currency } = plan;
  const month = lastMonth(format.today());
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(
    () => given ?? plan.rules.map((rule) => toDraft(rule, currency)),
  );
  const [from, setFrom] = useState(month.from);
  const [to, setTo] = useState(month.to);
  const [everyone, setEveryone] = useState(false);
  const { replay, start, stop } = useReplay();
  const rules = drafts.flatMap((draft) => readRule(draft, currency).rule ?? []);
  const complete = rules.length === drafts.length;
  const checked = useQuery({
    ...previewQuery({ buyerId: plan.buyer?.id ?? null, rules, examples: [] }),
    enabled: complete,
  });
  const keep = useMutation({
    mutationFn: () =>
      saveDraft({
        buyerId: plan.buyer?.id ?? null,
        rules,
        used: true,
        note: plan.draft?.note ?? '',
        basedOn: plan.version,
        version: plan.draft?.version ?? 0,
      }),
    onSuccess: ({ data }) => {
      tookPlan(data);
      showPlanOf(plan.buyer?.id);
      void navigate({ to: platform ? '/platform/carriers/pricing' : '/customer/pricing' });
    },
  });
  const daysWrong = from === '' || to === '' || to < from;
  return (
    <div className="stack">
      <RuleList
        drafts={drafts}
        currency={currency}
        carriers={carriers}
        remarks={complete ? (checked.data?.remarks ?? []) : []}
        onChange={setDrafts}
      />
      <div className="row">
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setDrafts([...drafts, emptyRule()])}
        >
          <Trans>Add a rule</Trans>
        </Button>
      </div>
      <div className="fields">
        <TextInput
          className="w3"
          type="date"
          label={t`Labels bought from`}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          className="w3"
          type="date"
          label={t({ message: 'To', context: 'day' })}
          value={to}
          error={to !== '' && from !== '' && to < from ? t`The last day is before the first.` : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {plan.buyer?.kind !== 'buyer' && (
        <ExplainedSwitch
          label={t`Also for those with mark-ups of their own`}
          description={t`Switched off, only buyers that these mark-ups count for are replayed.`}
          checked={everyone}
          onChange={(event) => setEveryone(event.currentTarget.checked)}
        />
      )}
      <div className="row">
        <Button
          disabled={!complete || daysWrong}
          loading={replay.state === 'running'}
          onClick={() => start({ from, to, buyerId: plan.buyer?.id ?? null, rules, everyone })}
        >
          <Trans>Replay</Trans>
        </Button>
        {replay.state === 'running' && (
          <Button variant="default" onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        )}
        <Button variant="default" disabled={!complete} loading={keep.isPending} onClick={() => keep.mutate()}>
          <Trans>Keep as draft of the mark-ups</Trans>
        </Button>
        {!complete && (
          <span className="dim">
            <Trans>Correct the marked fields first.</Trans>
          </span>
        )}
      </div>
      {keep.error && <ErrorState compact error={keep.error} />}
      <ReplayView replay={replay} />
    </div>
  );
}

function ReplayView({ replay }: { readonly replay: Replay }) {
  const { t } = useLingui();
  const format = useFormat();
  switch (replay.state) {
    case 'idle':
      return null;
    case 'running':
      return (
        <div role="status">
          <Progress
            value={replay.total === 0 ? 0 : (replay.done / replay.total) * 100}
            aria-label={t`Labels priced again`}
          />
          <p className="dim small">
            <Trans>
              {format.number(replay.done)} of {format.number(replay.total)} labels
            </Trans>
          </p>
        </div>
      );
    case 'stopped':
      return (
        <p className="notice" role="status">
          <Trans>Stopped after {format.number(replay.done)} labels. Replay to begin again.</Trans>
        </p>
      );
    case 'failed':
      return <ErrorState compact error={replay.error} />;
    case 'done':
      return <WhatIfResult result={replay.result} />;
  }
}

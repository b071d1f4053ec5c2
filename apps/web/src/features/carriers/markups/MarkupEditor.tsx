import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { DraftBar } from './DraftBar.tsx';
import { leaveDraft } from './draft-to-try.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { emptyRule, readRule, type RuleDraft, toDraft } from './markup-draft.ts';
import { discardDraft, planQuery, previewQuery, tookPlan } from './markups-api.ts';
import { PreviewCard } from './PreviewCard.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import type { CarrierChoice } from './RuleCard.tsx';
import { RuleList } from './RuleList.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { WaitingCard } from './WaitingCard.tsx';
import { queryClient } from '../../../app/query-client.ts';
import { ExplainedSwitch } from '../../../ui/ExplainedSwitch.tsx';

interface Props {
  readonly plan: MarkupPlan;
  readonly carriers: readonly CarrierChoice[];
  /** Begins again with what is stored. */
  readonly onReset: () => void;
}

/** The rules of one plan as a draft, tried and published. Keyed by plan and version: what is typed belongs to what was read. */
export function MarkupEditor({ plan, carriers, onReset }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useProfile();
  const { rights } = profile;
  const platform = kindOf(profile) === 'platform';
  const { currency } = plan;
  const buyerId = plan.buyer?.id;
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() =>
    (plan.draft ?? plan).rules.map((rule) => toDraft(rule, currency)),
  );
  const [used, setUsed] = useState(plan.draft?.used ?? (plan.used || plan.version === 0));
  const [note, setNote] = useState(plan.draft?.note ?? '');
  const read = drafts.map((draft) => readRule(draft, currency));
  const rules = read.flatMap(({ rule }) => rule ?? []);
  const complete = rules.length === drafts.length ? rules : undefined;
  const checked = useQuery({
    ...previewQuery({ buyerId: buyerId ?? null, rules, examples: [] }),
    enabled: complete !== undefined,
  });
  const kept = useKeptDraft(plan, complete && { rules: complete, used, note });
  const discard = useMutation({
    mutationFn: async () => discardDraft({ buyerId: buyerId ?? null, version: await kept.flush() }),
    onSuccess: ({ data }) => {
      tookPlan(data);
      onReset();
    },
  });
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: planQuery(buyerId).queryKey });
    onReset();
  };
  return (
    <div className="stack">
      <DraftBar
        plan={plan}
        kept={kept}
        busy={discard.isPending}
        onDiscard={() => discard.mutate()}
        onReload={() => void reload()}
      />
      {discard.error && <ErrorState compact error={discard.error} />}
      {plan.next && <WaitingCard buyerId={buyerId ?? null} version={plan.next} currency={currency} />}
      {plan.buyer !== null && (
        <ExplainedSwitch
          label={t`Own mark-ups for ${plan.buyer.name}`}
          description={t`Switched off, the next mark-ups that are for them count.`}
          checked={used}
          onChange={(event) => setUsed(event.currentTarget.checked)}
        />
      )}
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
        <TextInput
          className="grow"
          aria-label={t`What changed`}
          placeholder={t`What changed (optional)`}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {rights.includes('rates.see-cost') && (
          <Button
            variant="default"
            disabled={complete === undefined}
            onClick={() => {
              leaveDraft({ buyerId, drafts });
              void navigate({ to: platform ? '/platform/money/what-if' : '/customer/money/what-if' });
            }}
          >
            <Trans>Try on past labels</Trans>
          </Button>
        )}
      </div>
      {complete && plan.draft && (
        <ReviewCard plan={plan} rules={complete} used={used} flush={kept.flush} onDone={onReset} />
      )}
      <PreviewCard buyerId={buyerId} currency={currency} carriers={carriers} rules={complete} />
      <HistoryCard plan={plan} onDone={onReset} />
    </div>
  );
}

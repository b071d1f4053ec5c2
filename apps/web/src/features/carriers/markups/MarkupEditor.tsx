import { Button, Switch, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { leaveDraft } from './draft-to-try.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { emptyRule, readRule, type RuleDraft, toDraft } from './markup-draft.ts';
import { previewQuery, savePlan, tookPlan } from './markups-api.ts';
import { PreviewCard } from './PreviewCard.tsx';
import type { CarrierChoice } from './RuleCard.tsx';
import { RuleList } from './RuleList.tsx';

interface Props {
  readonly plan: MarkupPlan;
  readonly carriers: readonly CarrierChoice[];
}

/** The rules of one plan, tried and saved. Keyed by plan and version: what is typed belongs to what was read. */
export function MarkupEditor({ plan, carriers }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useProfile();
  const { rights } = profile;
  const platform = kindOf(profile) === 'platform';
  const { currency } = plan;
  const buyerId = plan.buyer?.id;
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() => plan.rules.map((rule) => toDraft(rule, currency)));
  const [used, setUsed] = useState(plan.used || plan.version === 0);
  const [note, setNote] = useState('');
  const read = drafts.map((draft) => readRule(draft, currency));
  const rules = read.flatMap(({ rule }) => rule ?? []);
  const complete = rules.length === drafts.length ? rules : undefined;
  const checked = useQuery({
    ...previewQuery({ buyerId: buyerId ?? null, rules, examples: [] }),
    enabled: complete !== undefined,
  });
  const save = useMutation({
    mutationFn: () => savePlan(buyerId, { rules, used, note, version: plan.version }),
    onSuccess: ({ data, successMessage }) => {
      tookPlan(data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  return (
    <div className="stack">
      {plan.buyer !== null && (
        <Switch
          label={t`Own mark-ups for ${plan.buyer.name}`}
          description={t`Switched off, the default is used.`}
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
        <Button loading={save.isPending} disabled={complete === undefined} onClick={() => save.mutate()}>
          <Trans>Save mark-ups</Trans>
        </Button>
      </div>
      {save.error && <ErrorState compact error={save.error} />}
      <p className="dim small">
        <Trans>New quotes have the saved mark-ups. Prices that were given keep theirs.</Trans>
      </p>
      <PreviewCard buyerId={buyerId} currency={currency} carriers={carriers} rules={complete} />
      <HistoryCard buyerId={buyerId} />
    </div>
  );
}

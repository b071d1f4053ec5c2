import { Trans, useLingui } from '@lingui/react/macro';
import type { MarkupRemark } from '@scanship/contracts/money/markups';
import { readRule, type RuleDraft } from './markup-draft.ts';
import { type CarrierChoice, RuleCard } from './RuleCard.tsx';

interface Props {
  readonly drafts: readonly RuleDraft[];
  readonly currency: string;
  readonly carriers: readonly CarrierChoice[];
  /** Of rules that can all be read. */
  readonly remarks: readonly MarkupRemark[];
  readonly onChange: (drafts: readonly RuleDraft[]) => void;
}

/** The rules of a plan in their order, each to be changed, moved and taken away. */
export function RuleList({ drafts, currency, carriers, remarks, onChange }: Props) {
  const { t } = useLingui();
  const move = (index: number, by: -1 | 1) => {
    const next = [...drafts];
    const [one] = next.splice(index, 1);
    if (one) next.splice(index + by, 0, one);
    onChange(next);
  };
  if (drafts.length === 0)
    return (
      <div className="notice">
        <Trans>Without a rule, labels are sold at what they cost you.</Trans>
      </div>
    );
  return (
    <ol className="stack rule-list" aria-label={t`Rules in the order they are applied`}>
      {drafts.map((draft, index) => (
        <RuleCard
          key={draft.key}
          number={index + 1}
          of={drafts.length}
          draft={draft}
          currency={currency}
          carriers={carriers}
          wrong={readRule(draft, currency).wrong}
          remarks={remarks.filter((remark) => remark.rule === index)}
          onChange={(next) => onChange(drafts.map((one) => (one.key === draft.key ? next : one)))}
          onMove={(by) => move(index, by)}
          onRemove={() => onChange(drafts.filter((one) => one.key !== draft.key))}
        />
      ))}
    </ol>
  );
}

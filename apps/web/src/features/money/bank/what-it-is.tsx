import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import type { BankLineDto, BankProposal, ShownBankPart } from '@scanship/contracts/money/bank';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';
import { ASIDE_WORDS } from './bank-words.ts';

/** One payment, refund or payout, in a line. */
function Part({
  part,
  currency,
  amount,
}: {
  readonly part: ShownBankPart;
  readonly currency: string;
  readonly amount: boolean;
}) {
  const format = useFormat();
  const { who } = part;
  const money = format.money({ minor: Math.abs(part.minor), currency });
  const day = part.day === null ? '' : format.day(part.day);
  return (
    <div>
      {part.kind === 'payout' ? (
        <Trans>Card payout of {day}</Trans>
      ) : part.kind === 'refund' ? (
        <Trans>Refund to {who}</Trans>
      ) : part.kind === 'new' ? (
        <Trans>New payment by {who}</Trans>
      ) : (
        <Trans>Payment by {who}</Trans>
      )}
      {part.test && (
        <>
          {' '}
          <TestBadge />
        </>
      )}
      {amount && <span className="dim"> · {money}</span>}
      {part.note !== '' && part.kind !== 'new' && (
        <span className="dim small">
          {' '}
          {part.note}
          {day !== '' && `, ${day}`}
        </span>
      )}
    </div>
  );
}

export function Parts({ parts, currency }: { readonly parts: readonly ShownBankPart[]; readonly currency: string }) {
  return (
    <>
      {parts.map((part) => (
        <Part key={`${part.kind} ${part.id}`} part={part} currency={currency} amount={parts.length > 1} />
      ))}
    </>
  );
}

export function Aside({ reason, note }: NonNullable<BankLineDto['aside']>) {
  const { i18n } = useI18n();
  return (
    <>
      <Badge>{i18n._(ASIDE_WORDS[reason])}</Badge>
      {note !== '' && <div className="dim small">{note}</div>}
    </>
  );
}

/** What is proposed, and why. */
export function ProposalWords({ proposal, line }: { readonly proposal: BankProposal; readonly line: BankLineDto }) {
  const { t } = useLingui();
  const numbers = proposal.numbers.join(', ');
  const fits = { exact: '', less: t`a part of what is open`, more: t`more than is open` }[proposal.fits];
  const why = {
    entered: t`Entered before with this amount`,
    payout: t`The card provider paid out this amount`,
    number: t`Names ${numbers}`,
    'name-and-amount': t`Name fits, and the amount of ${numbers}`,
    name: t`Name fits`,
    amount: t`The amount of ${numbers}`,
  }[proposal.why];
  const more = line.proposals.length - 1;
  return (
    <>
      <Parts parts={proposal.parts} currency={line.amount.currency} />
      <div className="row bank-why">
        <Badge tone={proposal.sure ? 'good' : 'plain'}>{proposal.sure ? t`Good match` : t`Possible match`}</Badge>
        <span className="dim small">{[why, fits].filter((each) => each !== '').join(', ')}</span>
        {more > 0 && (
          <span className="dim small">
            <Plural value={more} one="# more under Match" other="# more under Match" />
          </span>
        )}
      </div>
    </>
  );
}

import { Button, Textarea, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimDetail } from '@scanship/contracts/shipping/claims';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { CLAIM_TRANSITIONS, type ClaimState } from '@scanship/domain/shipping/claims';
import { useProfile } from '../../app/profile.ts';
import { ErrorState } from '../../ui/states.tsx';
import { MOVES } from './claim-words.ts';
import { move, tookClaim } from './claims-api.ts';

/** What became of the claim, one press each, with what the carrier said. */
export function ClaimMoves({ claim }: { readonly claim: ClaimDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const mayMove = useProfile().rights.includes('labels.settle');
  const next = CLAIM_TRANSITIONS[claim.state];
  const { currency } = claim.amount;
  const [reference, setReference] = useState(claim.reference ?? '');
  const [answer, setAnswer] = useState(claim.answer ?? '');
  const [paid, setPaid] = useState(() =>
    toDecimal(claim.approved?.currency === currency ? claim.approved : claim.amount),
  );
  const minor = parseMoney(paid.trim().replace(',', '.'), currency)?.minor;
  const moving = useMutation({
    mutationFn: (to: ClaimState) =>
      move(claim.id, {
        version: claim.version,
        to,
        reference: reference.trim() || null,
        answer: answer.trim() || null,
        ...(to === 'paid' && minor !== undefined ? { paid: { minor, currency } } : {}),
      }),
    onSuccess: ({ data }) => tookClaim(data),
  });
  if (next.length === 0 || !mayMove) return null;
  const answers = next.includes('accepted') || next.includes('paid') || next.includes('refused');
  return (
    <section className="card" aria-label={t`What became of it`}>
      <div className="card-body stack">
        {moving.error && <ErrorState compact error={moving.error} />}
        <div className="fields">
          {(next.includes('filed') || answers) && (
            <TextInput
              className="w6"
              label={t`Carrier’s number of it`}
              maxLength={100}
              value={reference}
              onChange={(event) => setReference(event.currentTarget.value)}
            />
          )}
          {next.includes('paid') && (
            <TextInput
              className="w6"
              label={t`Amount paid (${currency})`}
              inputMode="decimal"
              value={paid}
              error={minor === undefined ? t`Enter an amount such as 25.00.` : undefined}
              onChange={(event) => setPaid(event.currentTarget.value)}
            />
          )}
          {answers && (
            <Textarea
              className="w12"
              label={t`The carrier’s answer`}
              maxLength={1_000}
              autosize
              minRows={2}
              value={answer}
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
          )}
        </div>
        <div className="row">
          {next.map((to, at) => (
            <Button
              key={to}
              variant={at === 0 && !claim.filing ? 'filled' : 'default'}
              loading={moving.isPending && moving.variables === to}
              disabled={to === 'paid' && minor === undefined}
              onClick={() => moving.mutate(to)}
            >
              {i18n._(MOVES[to])}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}

import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Billing, LEAST_TOP_UP_MINOR, MOST_TOP_UP_MINOR, setAutoTopUp } from '@scanship/contracts/money/payments';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useCardName } from './card-name.ts';
import { moneyMoved, tookBilling } from './payments-api.ts';

interface Props {
  readonly billing: Billing;
  readonly may: boolean;
}

/** A card is charged by itself when less than an amount is available; after a failure it waits for a person. */
export function AutoTopUpCard({ billing, may }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const cardName = useCardName();
  const rule = billing.autoTopUp;
  const first = billing.balances[0]?.currency;
  const currency = (rule?.currency ?? first) === 'USD' ? 'USD' : 'CAD';
  const [on, setOn] = useState(rule?.state === 'on');
  const [below, setBelow] = useState(toDecimal({ minor: rule?.belowMinor ?? 2_000, currency }));
  const [amount, setAmount] = useState(toDecimal({ minor: rule?.amountMinor ?? 5_000, currency }));
  const usable = billing.cards.filter(({ expired }) => !expired);
  const [chosen, setChosen] = useState(rule?.cardId ?? '');
  const cardId = usable.some(({ id }) => id === chosen) ? chosen : (usable[0]?.id ?? '');
  const [tried, setTried] = useState(false);
  const minorOf = (text: string) => parseMoney(text.trim().replace(',', '.'), currency)?.minor;
  const [belowMinor, amountMinor] = [minorOf(below), minorOf(amount)];
  const [least, most] = [
    format.money({ minor: LEAST_TOP_UP_MINOR, currency }),
    format.money({ minor: MOST_TOP_UP_MINOR, currency }),
  ];
  const wrongBelow =
    belowMinor === undefined || belowMinor < 0 || belowMinor > MOST_TOP_UP_MINOR
      ? t`Enter an amount up to ${most}.`
      : undefined;
  const wrongAmount =
    amountMinor === undefined || amountMinor < LEAST_TOP_UP_MINOR || amountMinor > MOST_TOP_UP_MINOR
      ? t`Enter an amount from ${least} to ${most}.`
      : undefined;
  const save = useMutation({
    mutationFn: () =>
      api.call(setAutoTopUp, {
        body: { on, currency, belowMinor: belowMinor ?? 0, amountMinor: amountMinor ?? 0, cardId },
      }),
    onSuccess: ({ data }) => {
      tookBilling(data);
      notify.success(on ? t`Automatic top-up is on.` : t`Automatic top-up is off.`);
      moneyMoved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrongBelow && !wrongAmount && cardId !== '') save.mutate();
  };
  return (
    <section className="card" aria-label={t`Automatic top-up`}>
      <div className="card-head">
        <h2>
          <Trans>Automatic top-up</Trans>
        </h2>
      </div>
      <form className="card-body stack" onSubmit={submit}>
        {rule?.state === 'paused' && (
          <div className="notice" data-tone="warn" role="status" data-testid="auto-paused">
            <div className="grow">
              <div className="strong">
                <Trans>Paused: a charge did not go through.</Trans>
              </div>
              <div className="small">{rule.pausedWhy}</div>
              <div className="dim small">
                <Trans>Nothing more is charged until you switch it on again.</Trans>
              </div>
            </div>
          </div>
        )}
        {save.error && <ErrorState compact error={save.error} />}
        {usable.length === 0 ? (
          <p className="dim">
            <Trans>Add a card first.</Trans>
          </p>
        ) : (
          <fieldset className="billing-auto" disabled={!may || save.isPending}>
            <Switch
              label={t`Top up automatically`}
              checked={on}
              onChange={(event) => setOn(event.currentTarget.checked)}
            />
            <TextInput
              label={t`When less than this is available (${currency})`}
              inputMode="decimal"
              value={below}
              error={tried ? wrongBelow : undefined}
              onChange={(event) => setBelow(event.currentTarget.value)}
            />
            <TextInput
              label={t`Charge this amount (${currency})`}
              inputMode="decimal"
              value={amount}
              error={tried ? wrongAmount : undefined}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
            <NativeSelect
              label={t`Card to charge`}
              data={usable.map((card) => ({ value: card.id, label: cardName(card) }))}
              value={cardId}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            {may && (
              <div className="row end">
                <Button type="submit" loading={save.isPending}>
                  <Trans>Save</Trans>
                </Button>
              </div>
            )}
          </fieldset>
        )}
      </form>
    </section>
  );
}

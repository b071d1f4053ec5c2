import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type Billing,
  LEAST_TOP_UP_MINOR,
  MOST_TOP_UP_MINOR,
  type Payment,
  payByCard,
  settlePayment,
} from '@scanship/contracts/money/payments';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { api, newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CardRefused } from './AddCardDialog.tsx';
import { openCardProvider, reloadsFor } from './card-provider.ts';
import { useCardName } from './card-name.ts';
import { moneyMoved } from './payments-api.ts';

interface Props {
  readonly billing: Billing;
  readonly purpose: 'top-up' | 'pay';
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** An amount and a card; the bank's own page where it wants to be answered. */
export function PayDialog({ billing, purpose, opened, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={purpose === 'pay' ? t`Pay what is owed` : t`Top up`}
      centered
      closeOnClickOutside={false}
    >
      {opened && <Form billing={billing} purpose={purpose} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ billing, purpose, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const format = useFormat();
  const cardName = useCardName();
  const currencies = billing.balances
    .map(({ currency }) => currency)
    .filter((each) => each === 'CAD' || each === 'USD');
  const [currency, setCurrency] = useState<'CAD' | 'USD'>(currencies[0] === 'USD' ? 'USD' : 'CAD');
  const owed = Math.max(0, billing.balances.find((each) => each.currency === currency)?.owedMinor ?? 0);
  const most = purpose === 'pay' ? Math.min(owed, MOST_TOP_UP_MINOR) : MOST_TOP_UP_MINOR;
  const [amount, setAmount] = useState(() => toDecimal({ minor: purpose === 'pay' ? most : 5_000, currency }));
  const usable = billing.cards.filter(({ expired }) => !expired);
  const [cardId, setCardId] = useState(usable[0]?.id ?? '');
  const [tried, setTried] = useState(false);
  // One key for one wish: a repeat after a lost answer is the same payment.
  const [key, setKey] = useState(newIdempotencyKey);
  const minor = parseMoney(amount.trim().replace(',', '.'), currency)?.minor;
  const [least, top] = [format.money({ minor: LEAST_TOP_UP_MINOR, currency }), format.money({ minor: most, currency })];
  const wrong =
    minor === undefined || minor < LEAST_TOP_UP_MINOR || minor > most
      ? t`Enter an amount from ${least} to ${top}.`
      : undefined;
  const pay = useMutation({
    mutationFn: async (): Promise<Payment> => {
      const { data } = await api.call(payByCard, {
        body: { purpose, amountMinor: minor ?? 0, currency, cardId },
        idempotencyKey: key,
      });
      if (!data.action) return data.payment;
      if (reloadsFor(data.action.scriptUrl)) return data.payment;
      const provider = await openCardProvider(data.action);
      const { error } = await provider.handleNextAction({ clientSecret: data.action.clientSecret });
      const settled = await api.call(settlePayment, { params: { id: data.payment.id }, body: {} });
      if (settled.data.payment.state === 'failed' || error)
        throw new Error(settled.data.payment.why ?? error?.message ?? t`The payment was not confirmed.`);
      return settled.data.payment;
    },
    onSuccess: (payment) => {
      const paid = format.money({ minor: payment.amountMinor, currency: payment.currency });
      if (payment.state === 'succeeded') notify.success(t`${paid} was paid.`);
      else notify.success(t`${paid} is on its way. It appears here once it arrives.`);
      onClose();
    },
    onError: () => setKey(newIdempotencyKey()),
    onSettled: moneyMoved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong && cardId !== '') pay.mutate();
  };
  return (
    <form className="stack wide" onSubmit={submit}>
      {pay.error && <CardRefused error={pay.error} />}
      {currencies.length > 1 && (
        <NativeSelect
          label={t`Currency`}
          data={currencies}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value === 'USD' ? 'USD' : 'CAD')}
        />
      )}
      <TextInput
        label={t`Amount in ${currency}`}
        description={t`From ${least} to ${top}.`}
        inputMode="decimal"
        required
        value={amount}
        error={tried ? wrong : undefined}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <NativeSelect
        label={t`Card`}
        required
        data={usable.map((card) => ({ value: card.id, label: cardName(card) }))}
        value={cardId}
        onChange={(event) => setCardId(event.currentTarget.value)}
      />
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={pay.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={pay.isPending}>
          <Trans>Pay now</Trans>
        </Button>
      </div>
    </form>
  );
}

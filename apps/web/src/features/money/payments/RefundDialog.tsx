import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ReceivedPayment, refundPayment } from '@scanship/contracts/money/receivables';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { api, newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { moneyMoved } from './payments-api.ts';

interface Props {
  readonly of: ReceivedPayment | undefined;
  /** Minor units that can still be given back. */
  readonly left: number;
  readonly onClose: () => void;
}

/** Gives a payment back, wholly or partly. */
export function RefundDialog({ of, left, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Refund a payment`} centered>
      {of && <Form of={of} left={left} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ of, left, onClose }: Props & { readonly of: ReceivedPayment }) {
  const { t } = useLingui();
  const format = useFormat();
  const { currency } = of;
  const [amount, setAmount] = useState(() => toDecimal({ minor: left, currency }));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const most = format.money({ minor: left, currency });
  const minor = parseMoney(amount.trim().replace(',', '.'), currency)?.minor;
  const wrong = minor === undefined || minor < 1 || minor > left ? t`Enter an amount up to ${most}.` : undefined;
  const refund = useMutation({
    mutationFn: () =>
      api.call(refundPayment, {
        params: { id: of.id },
        body: { amountMinor: minor ?? 0, reason: reason.trim() === '' ? null : reason.trim() },
        idempotencyKey: key,
      }),
    onSuccess: () => {
      notify.success(t`Refunded.`);
      onClose();
    },
    onError: () => setKey(newIdempotencyKey()),
    onSettled: moneyMoved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong) refund.mutate();
  };
  const name = of.buyerName;
  return (
    <form className="stack wide" onSubmit={submit}>
      {refund.error && <ErrorState compact error={refund.error} />}
      <p>
        {of.method === 'card' ? (
          <Trans>It goes back to the card of {name}, and the balance falls by as much.</Trans>
        ) : (
          <Trans>Send it back yourself; here it is booked, and the balance of {name} falls by as much.</Trans>
        )}
      </p>
      <TextInput
        label={t`Amount in ${currency}`}
        description={t`Up to ${most}.`}
        inputMode="decimal"
        required
        value={amount}
        error={tried ? wrong : undefined}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={t`Reason`}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={refund.isPending}>
          <Trans>Leave unchanged</Trans>
        </Button>
        <Button type="submit" loading={refund.isPending}>
          <Trans>Give it back</Trans>
        </Button>
      </div>
    </form>
  );
}

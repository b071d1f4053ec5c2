import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Receivable, recordPayment } from '@scanship/contracts/money/receivables';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { api, newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { moneyMoved } from './payments-api.ts';

const METHODS = ['transfer', 'cheque', 'cash', 'other'] as const;

/** A payment that came by another way than a card. */
export function RecordPaymentDialog({
  of,
  onClose,
}: {
  readonly of: Receivable | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const name = of?.name ?? '';
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Enter a payment of ${name}`} centered>
      {of && <Form of={of} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ of, onClose }: { readonly of: Receivable; readonly onClose: () => void }) {
  const { t } = useLingui();
  const currency = of.balance.currency === 'USD' ? 'USD' : 'CAD';
  const [method, setMethod] = useState<(typeof METHODS)[number]>('transfer');
  const [amount, setAmount] = useState(
    of.balance.owedMinor > 0 ? toDecimal({ minor: of.balance.owedMinor, currency }) : '',
  );
  const [reference, setReference] = useState('');
  const [receivedOn, setReceivedOn] = useState('');
  const [tried, setTried] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const minor = parseMoney(amount.trim().replace(',', '.'), currency)?.minor;
  const wrongAmount = minor === undefined || minor < 1 ? t`Enter the amount received.` : undefined;
  const wrongReference = reference.trim() === '' ? t`Enter what it is called at the bank.` : undefined;
  const save = useMutation({
    mutationFn: () =>
      api.call(recordPayment, {
        params: { id: of.id },
        body: {
          method,
          amountMinor: minor ?? 0,
          currency,
          reference: reference.trim(),
          ...(receivedOn && { receivedOn }),
        },
        idempotencyKey: key,
      }),
    onSuccess: () => {
      notify.success(t`Payment entered.`);
      moneyMoved();
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const words = { transfer: t`Transfer`, cheque: t`Cheque`, cash: t`Cash`, other: t`Other` };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrongAmount && !wrongReference) save.mutate();
  };
  return (
    <form className="stack wide" onSubmit={submit}>
      {save.error && !refused.receivedOn && <ErrorState compact error={save.error} />}
      <NativeSelect
        label={t`Received by`}
        data={METHODS.map((value) => ({ value, label: words[value] }))}
        value={method}
        onChange={(event) => setMethod(METHODS.find((each) => each === event.currentTarget.value) ?? 'other')}
      />
      <TextInput
        label={t`Amount in ${currency}`}
        inputMode="decimal"
        required
        value={amount}
        error={tried ? wrongAmount : undefined}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t`Received on (today when empty)`}
        value={receivedOn}
        error={refused.receivedOn}
        onChange={(event) => setReceivedOn(event.currentTarget.value)}
      />
      <TextInput
        label={t`Reference`}
        required
        maxLength={100}
        value={reference}
        error={tried ? wrongReference : undefined}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Enter the payment</Trans>
        </Button>
      </div>
    </form>
  );
}

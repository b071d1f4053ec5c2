import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type BuyerReminders, MOST_PROMISE_DAYS } from '@scanship/contracts/money/reminders';
import { parseMoney } from '@scanship/domain/money/money';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { addDays } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { promise, tookBuyer } from './reminders-api.ts';

/** What a buyer says it will pay, and by when. */
export function PromiseForm({ of, onDone }: { readonly of: BuyerReminders; readonly onDone: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const today = format.today();
  const [day, setDay] = useState('');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { currency } = of;
  const minor = amount.trim() === '' ? null : parseMoney(amount.trim().replace(',', '.'), currency)?.minor;
  const wrongDay = day === '' ? t`Choose the day.` : undefined;
  const wrongAmount =
    minor === undefined || (minor !== null && minor < 1) ? t`Enter an amount such as 500.00.` : undefined;
  const save = useMutation({
    mutationFn: () =>
      promise(of.buyerId, {
        promisedOn: day,
        amount: minor === null || minor === undefined ? null : { minor, currency },
        note: note.trim(),
      }),
    onSuccess: ({ data, successMessage }) => {
      tookBuyer(data);
      notify.success(successMessage ?? t`Saved.`);
      onDone();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrongDay && !wrongAmount) save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
      <div className="fields">
        <TextInput
          className="w6"
          type="date"
          label={t`Will pay by`}
          required
          min={today}
          max={addDays(today, MOST_PROMISE_DAYS)}
          value={day}
          error={refused.promisedOn ?? (tried ? wrongDay : undefined)}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          className="w6"
          label={t`Amount in ${currency} (empty: in full)`}
          inputMode="decimal"
          value={amount}
          error={refused.amount ?? (tried ? wrongAmount : undefined)}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          label={t`Note`}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <p className="dim small">
        <Trans>No reminders go out until that day is over.</Trans>
      </p>
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          <Trans>Save promise</Trans>
        </Button>
        <Button variant="default" onClick={onDone} disabled={save.isPending}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

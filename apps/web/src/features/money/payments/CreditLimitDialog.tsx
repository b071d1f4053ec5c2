import { Button, Switch, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Receivable, setFranchiseCredit } from '@scanship/contracts/money/receivables';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { moneyMoved } from './payments-api.ts';

/** How far a franchise may owe the operator. */
export function CreditLimitDialog({
  of,
  onClose,
}: {
  readonly of: Receivable | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const name = of?.name ?? '';
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Credit limit of ${name}`} centered>
      {of && <Form of={of} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ of, onClose }: { readonly of: Receivable; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { currency, limitMinor } = of.balance;
  const [limited, setLimited] = useState(limitMinor !== null);
  const [limit, setLimit] = useState(limitMinor === null ? '' : toDecimal({ minor: limitMinor, currency }));
  const [tried, setTried] = useState(false);
  const minor = parseMoney(limit.trim().replace(',', '.'), currency)?.minor;
  const wrong = limited && (minor === undefined || minor < 0) ? t`Enter an amount such as 500.00.` : undefined;
  const save = useMutation({
    mutationFn: () =>
      api.call(setFranchiseCredit, { params: { id: of.id }, body: { limitMinor: limited ? (minor ?? 0) : null } }),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      moneyMoved();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong) save.mutate();
  };
  return (
    <form className="stack wide" onSubmit={submit}>
      {save.error && <ErrorState compact error={save.error} />}
      <p>
        <Trans>
          Labels of its customers on accounts that you lend are refused once it owes more. What is owed already stays
          owed.
        </Trans>
      </p>
      <Switch label={t`Limited`} checked={limited} onChange={(event) => setLimited(event.currentTarget.checked)} />
      {limited && (
        <TextInput
          label={t`Credit limit (${currency})`}
          inputMode="decimal"
          data-autofocus
          value={limit}
          error={tried ? wrong : undefined}
          onChange={(event) => setLimit(event.currentTarget.value)}
        />
      )}
      <div className="row end">
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          <Trans>Leave unchanged</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save the limit</Trans>
        </Button>
      </div>
    </form>
  );
}

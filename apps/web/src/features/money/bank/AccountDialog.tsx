import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BankAccount } from '@scanship/contracts/money/bank';
import { PAYMENT_CURRENCIES } from '@scanship/contracts/money/payments';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { addAccount, bankChanged, renameAccount } from './bank-api.ts';

interface Props {
  readonly of: BankAccount | 'new' | undefined;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

/** A new bank account, or the name of one. */
export function AccountDialog({ of, onClose, onAdded }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={of !== undefined}
      onClose={onClose}
      title={of === 'new' ? t`Add a bank account` : t`Rename the bank account`}
      centered
    >
      {of && <Form of={of} onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  );
}

function Form({ of, onClose, onAdded }: Props & { readonly of: BankAccount | 'new' }) {
  const { t } = useLingui();
  const { currency: own } = useProfile();
  const [name, setName] = useState(of === 'new' ? '' : of.name);
  const [currency, setCurrency] = useState<(typeof PAYMENT_CURRENCIES)[number]>(own === 'USD' ? 'USD' : 'CAD');
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => (of === 'new' ? addAccount({ name: name.trim(), currency }) : renameAccount(of.id, name.trim())),
    onSuccess: ({ data }) => {
      notify.success(t`Saved.`);
      onAdded(data.id);
      bankChanged();
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const wrong = name.trim() === '' ? t`Enter a name.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong) save.mutate();
  };
  return (
    <form className="stack wide" onSubmit={submit}>
      {save.error && !refused.name && <ErrorState compact error={save.error} />}
      <TextInput
        label={t`Name`}
        description={t`As you call it, for example Business chequing`}
        required
        maxLength={60}
        value={name}
        error={refused.name ?? (tried ? wrong : undefined)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {of === 'new' && (
        <NativeSelect
          label={t`Currency`}
          value={currency}
          data={[...PAYMENT_CURRENCIES]}
          onChange={(event) =>
            setCurrency(PAYMENT_CURRENCIES.find((each) => each === event.currentTarget.value) ?? 'CAD')
          }
        />
      )}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

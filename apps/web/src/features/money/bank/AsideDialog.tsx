import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ASIDE_REASONS, type AsideReason, type BankLineDto } from '@scanship/contracts/money/bank';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { bankChanged, setAside } from './bank-api.ts';
import { ASIDE_WORDS } from './bank-words.ts';

interface Props {
  readonly of: BankLineDto | undefined;
  readonly onClose: () => void;
}

/** Why a line is no payment of a customer. */
export function AsideDialog({ of, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Not a payment of a customer`} centered>
      {of && <Form of={of} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ of, onClose }: Props & { readonly of: BankLineDto }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const [reason, setReason] = useState<AsideReason>(of.amount.minor < 0 ? 'supplier' : 'own-transfer');
  const [note, setNote] = useState('');
  const save = useMutation({
    mutationFn: () => setAside(of.id, reason, note.trim()),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      bankChanged();
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="stack wide" onSubmit={submit}>
      {save.error && !refused.note && <ErrorState compact error={save.error} />}
      <div>
        <span className="strong">{format.money(of.amount)}</span> {of.party || of.text}
      </div>
      <NativeSelect
        label={t`What it is`}
        value={reason}
        data={ASIDE_REASONS.map((value) => ({ value, label: i18n._(ASIDE_WORDS[value]) }))}
        onChange={(event) => setReason(ASIDE_REASONS.find((each) => each === event.currentTarget.value) ?? 'other')}
      />
      <TextInput
        label={t`Note`}
        required={reason === 'other'}
        maxLength={200}
        value={note}
        error={refused.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
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

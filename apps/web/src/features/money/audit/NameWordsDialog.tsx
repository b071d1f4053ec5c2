import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { type BillDifference, nameBillWords } from '@scanship/contracts/carriers/carrier-bills';
import { NAMEABLE_KINDS, type NameableKind } from '@scanship/domain/carrier-bills/bill-line';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { billsChanged } from './audit-api.ts';
import { CHARGE_WORDS } from './bill-words.ts';

interface Props {
  readonly difference: BillDifference;
  readonly onClose: () => void;
}

/** The carrier's words tell nothing: a person says once what they mean. Nothing is booked by it. */
export function NameWordsDialog({ difference, onClose }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [kind, setKind] = useState<NameableKind>('surcharge');
  const save = useMutation({
    mutationFn: () => api.call(nameBillWords, { params: { id: difference.id }, body: { kind } }),
    onSuccess: () => {
      notify.success(t`Saved.`);
      void billsChanged();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t`What is it?`} size="md">
      <div className="stack">
        <p>
          <q>{difference.evidence.charges.join(', ')}</q>
        </p>
        <NativeSelect
          label={t`These words mean`}
          description={t`All charges of this account with these words are compared again, and later invoices read them so. Nothing is booked.`}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as NameableKind)}
          data={NAMEABLE_KINDS.map((value) => ({ value, label: i18n._(CHARGE_WORDS[value]) }))}
        />
        {save.isError && <ErrorState compact error={save.error} />}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

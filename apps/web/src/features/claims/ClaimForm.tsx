import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ClaimDetail } from '@scanship/contracts/shipping/claims';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { CLAIM_KINDS } from '@scanship/domain/shipping/claims';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { ErrorState } from '../../ui/states.tsx';
import { KINDS } from './claim-words.ts';
import { saveClaim, tookClaim } from './claims-api.ts';

/** What a claim asks for and why, before it is filed. */
export function ClaimForm({ claim }: { readonly claim: ClaimDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const mayChange = useProfile().rights.includes('labels.settle');
  const { currency } = claim.amount;
  const [kind, setKind] = useState(claim.kind);
  const [amount, setAmount] = useState(() => toDecimal(claim.amount));
  const [note, setNote] = useState(claim.note);
  const minor = parseMoney(amount.trim().replace(',', '.'), currency)?.minor;
  const wrong = minor === undefined || minor < 0 ? t`Enter an amount such as 25.00.` : undefined;
  const save = useMutation({
    mutationFn: () =>
      saveClaim(claim.id, { version: claim.version, kind, amount: { minor: minor ?? 0, currency }, note: note.trim() }),
    onSuccess: ({ data }) => {
      tookClaim(data);
      notify.success(t`Claim saved.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <div className="fields">
          <NativeSelect
            className="w6"
            label={t`What happened`}
            value={kind}
            data={CLAIM_KINDS.map((value) => ({ value, label: i18n._(KINDS[value]) }))}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              setKind(CLAIM_KINDS.find((each) => each === chosen) ?? kind);
            }}
          />
          <TextInput
            className="w6"
            label={t`Amount claimed (${currency})`}
            inputMode="decimal"
            value={amount}
            error={wrong}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <Textarea
            className="w12"
            label={t`Description`}
            maxLength={2_000}
            autosize
            minRows={3}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        <div className="row">
          <Button type="submit" variant="default" loading={save.isPending} disabled={!mayChange}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}

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
import { queryClient } from '../../app/query-client.ts';
import { ApiError, fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { KINDS } from './claim-words.ts';
import { claimQuery, fileWithCarrier, saveClaim, tookClaim } from './claims-api.ts';

const SAID: ReadonlySet<string> = new Set(['carrier_refused', 'carrier_unavailable']);

interface Props {
  readonly claim: ClaimDetail;
  /** What the carrier would refuse it for, by field; empty until somebody tried. */
  readonly missing: Readonly<Record<string, string>>;
  readonly onMissing: () => void;
}

/** What a claim asks for and why, before it is filed; and the press that files it with the carrier. */
export function ClaimForm({ claim, missing, onMissing }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const mayChange = useProfile().rights.includes('labels.settle');
  const { filing } = claim;
  const [kind, setKind] = useState(claim.kind);
  const [currency, setCurrency] = useState(claim.amount.currency);
  const [amount, setAmount] = useState(() => toDecimal(claim.amount));
  const [note, setNote] = useState(claim.note);
  const [parcel, setParcel] = useState(filing?.trackingNumbers.length === 1 ? (filing.trackingNumbers[0] ?? '') : '');
  const minor = parseMoney(amount.trim().replace(',', '.'), currency)?.minor;
  const wrong = minor === undefined || minor < 0 ? t`Enter an amount such as 25.00.` : undefined;
  const store = () =>
    saveClaim(claim.id, { version: claim.version, kind, amount: { minor: minor ?? 0, currency }, note: note.trim() });
  const save = useMutation({
    mutationFn: store,
    onSuccess: ({ data }) => {
      tookClaim(data);
      notify.success(t`Claim saved.`);
    },
  });
  const file = useMutation({
    mutationFn: async () => {
      // What is filed is what stands here.
      const { data: saved } = await store();
      tookClaim(saved);
      if (saved.filing && saved.filing.missing.length > 0) {
        onMissing();
        return saved;
      }
      const { data } = await fileWithCarrier(claim.id, { version: saved.version, trackingNumber: parcel });
      if (data.state === 'filed') notify.success(t`Filed with ${claim.carrierName}.`);
      return data;
    },
    onSuccess: (data) => tookClaim(data),
    // Whoever tried changed the claim, also where the carrier said no.
    onError: () => queryClient.invalidateQueries(claimQuery(claim.id)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) save.mutate();
  };
  // What the carrier said of it stands above the form.
  const said = file.error instanceof ApiError && SAID.has(file.error.code ?? '') && claim.act?.state === 'refused';
  const failed = save.error ?? (said ? null : file.error);
  const refused = fieldErrorsOf(save.error ?? file.error);
  const currencies = [...new Set([claim.amount.currency, filing?.currency ?? claim.amount.currency])];
  return (
    <form className="card" onSubmit={submit} aria-label={t`The claim`}>
      <div className="card-body stack">
        {failed && <ErrorState compact error={failed} />}
        <div className="fields">
          <NativeSelect
            className="w6"
            label={t`What happened`}
            value={kind}
            data={CLAIM_KINDS.map((value) => ({ value, label: i18n._(KINDS[value]) }))}
            error={refused['kind'] ?? missing['kind']}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              setKind(CLAIM_KINDS.find((each) => each === chosen) ?? kind);
            }}
          />
          <TextInput
            className={currencies.length > 1 ? 'w3' : 'w6'}
            label={currencies.length > 1 ? t`Amount claimed` : t`Amount claimed (${currency})`}
            inputMode="decimal"
            value={amount}
            error={wrong ?? refused['amount'] ?? missing['amount']}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          {currencies.length > 1 && (
            <NativeSelect
              className="w3"
              label={t`Currency`}
              value={currency}
              data={currencies}
              onChange={(event) => {
                setCurrency(event.currentTarget.value);
                // The same digits in another currency are another amount.
                setAmount('');
              }}
            />
          )}
          <Textarea
            className="w12"
            label={t`Description`}
            maxLength={2_000}
            autosize
            minRows={3}
            value={note}
            error={refused['note'] ?? missing['note']}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {filing && filing.trackingNumbers.length > 1 && (
            <NativeSelect
              className="w6"
              label={t`Parcel`}
              value={parcel}
              error={refused['trackingNumber']}
              data={[{ value: '', label: t`Choose the parcel` }, ...filing.trackingNumbers]}
              onChange={(event) => setParcel(event.currentTarget.value)}
            />
          )}
        </div>
        {filing && (
          <div className="stack tight small dim">
            <p>{filing.about}</p>
            {filing.contact && (
              <p>
                <Trans>
                  {claim.carrierName} writes to {filing.contact.email}; the money is asked for in the name of{' '}
                  {filing.contact.name}.
                </Trans>
              </p>
            )}
            {filing.withoutPhotos && <p>{filing.withoutPhotos}</p>}
            {missing['contact'] && (
              <p className="notice" data-tone="bad">
                {missing['contact']}
              </p>
            )}
          </div>
        )}
        {claim.notFiled && <p className="small dim">{claim.notFiled}</p>}
        <div className="row">
          {filing && (
            <Button
              loading={file.isPending}
              disabled={!mayChange || save.isPending || parcel === ''}
              onClick={() => {
                if (!wrong) file.mutate();
              }}
            >
              <Trans>File with {claim.carrierName}</Trans>
            </Button>
          )}
          <Button type="submit" variant="default" loading={save.isPending} disabled={!mayChange || file.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}

import { Button, Switch, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BuyerTaxes } from '@scanship/contracts/money/taxes';
import { TAX_AUTHORITIES, type TaxAuthority } from '@scanship/domain/taxes/sales-tax';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { buyerTaxesQuery, saveBuyerTaxes } from './taxes-api.ts';
import { useTaxReasonWords } from './tax-words.ts';

/** Where a buyer is for taxes, and which it need not pay. */
export function BuyerTaxesCard({ buyerId }: { readonly buyerId: string }) {
  const taxes = useQuery(buyerTaxesQuery(buyerId));
  if (taxes.isError)
    return (
      <div className="card">
        <ErrorState error={taxes.error} onRetry={() => void taxes.refetch()} />
      </div>
    );
  return taxes.data ? <BuyerForm key={taxes.dataUpdatedAt} taxes={taxes.data} /> : <Skeletons rows={4} height={32} />;
}

interface Certificate {
  readonly certificate: string;
  readonly validTo: string;
}

function BuyerForm({ taxes }: { readonly taxes: BuyerTaxes }) {
  const { t } = useLingui();
  const { rights } = useProfile();
  const why = useTaxReasonWords();
  const { buyer } = taxes;
  const may = rights.includes('money.pricing');
  const [place, setPlace] = useState(taxes.placeFrom === 'typed' ? taxes.place : null);
  const [certificates, setCertificates] = useState<Readonly<Partial<Record<TaxAuthority, Certificate>>>>(() =>
    Object.fromEntries(
      taxes.exemptions.map((one) => [one.authority, { certificate: one.certificate, validTo: one.validTo ?? '' }]),
    ),
  );
  const [tried, setTried] = useState(false);
  const missing = (one: Certificate | undefined) => one !== undefined && one.certificate.trim() === '';
  const wrong = TAX_AUTHORITIES.some((authority) => missing(certificates[authority]));
  const save = useMutation({
    mutationFn: () =>
      saveBuyerTaxes(buyer.id, {
        place,
        exemptions: TAX_AUTHORITIES.flatMap((authority) => {
          const one = certificates[authority];
          return one
            ? [{ authority, certificate: one.certificate.trim(), validTo: one.validTo === '' ? null : one.validTo }]
            : [];
        }),
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(buyerTaxesQuery(buyer.id).queryKey, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const put = (authority: TaxAuthority, one: Certificate | undefined) => {
    const { [authority]: _gone, ...rest } = certificates;
    setCertificates(one ? { ...rest, [authority]: one } : rest);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong) save.mutate();
  };
  const address = taxes.place
    ? `${taxes.place.countryCode} ${taxes.place.provinceCode}`.trim()
    : t`not known: nothing is taxed`;
  return (
    <form className="card" onSubmit={submit} aria-label={t`Taxes`}>
      <div className="card-head">
        <h2>
          <Trans>Taxes</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <ul className="small">
          {taxes.onFees.map((tax) => (
            <li key={tax.code}>
              {tax.label}: {why(tax.reason)}
            </li>
          ))}
          {taxes.onFees.length === 0 && (
            <li className="dim">
              <Trans>No tax is charged on fees.</Trans>
            </li>
          )}
        </ul>
        <PlaceFields
          value={place}
          none={taxes.placeFrom === 'typed' ? t`Their own address` : t`Their own address (${address})`}
          onChange={setPlace}
        />
        {TAX_AUTHORITIES.map((authority) => {
          const one = certificates[authority];
          return (
            <div key={authority} className="stack tight">
              <Switch
                label={t`Exempt from ${authority}`}
                disabled={!may}
                checked={one !== undefined}
                onChange={(event) =>
                  put(authority, event.currentTarget.checked ? { certificate: '', validTo: '' } : undefined)
                }
              />
              {one && (
                <div className="fields">
                  <TextInput
                    className="w4"
                    label={t`Certificate for ${authority}`}
                    maxLength={60}
                    value={one.certificate}
                    error={tried && missing(one) ? t`Enter the number of the certificate.` : undefined}
                    onChange={(event) => put(authority, { ...one, certificate: event.currentTarget.value })}
                  />
                  <TextInput
                    className="w4"
                    type="date"
                    label={t`Valid to (open when empty)`}
                    value={one.validTo}
                    onChange={(event) => put(authority, { ...one, validTo: event.currentTarget.value })}
                  />
                </div>
              )}
            </div>
          );
        })}
        {may && (
          <div className="row">
            <Button type="submit" loading={save.isPending}>
              <Trans>Save taxes</Trans>
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}

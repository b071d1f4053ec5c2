import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TaxSettings } from '@scanship/contracts/money/taxes';
import { TAX_AUTHORITIES, type TaxAuthority } from '@scanship/domain/taxes/sales-tax';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { franchiseChoicesQuery } from '../../platform/platform-api.ts';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { BuyerTaxesCard } from './BuyerTaxesCard.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { saveTaxSettings, taxSettingsQuery } from './taxes-api.ts';
import { useAuthorityWords } from './tax-words.ts';

/** Where the level is for sales taxes, and its numbers with the authorities. */
export function TaxesPage() {
  const { t } = useLingui();
  const profile = useProfile();
  const settings = useQuery(taxSettingsQuery);
  return (
    <MoneyFrame title={t`Taxes`}>
      {settings.data ? (
        <div className="stack">
          <TaxForm settings={settings.data} />
          {kindOf(profile) === 'platform' && <FranchiseTaxes />}
        </div>
      ) : settings.isError ? (
        <div className="card">
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        </div>
      ) : (
        <Skeletons rows={6} height={32} />
      )}
    </MoneyFrame>
  );
}

/** Of one franchise; a franchise's customers have theirs on the customer's page. */
function FranchiseTaxes() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const franchises = useQuery(franchiseChoicesQuery(''));
  return (
    <>
      <NativeSelect
        className="w6"
        label={t`Taxes of a franchise`}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: t`Choose one` },
          ...(franchises.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {chosen !== '' && <BuyerTaxesCard key={chosen} buyerId={chosen} />}
    </>
  );
}

function TaxForm({ settings }: { readonly settings: TaxSettings }) {
  const { t } = useLingui();
  const words = useAuthorityWords();
  const [place, setPlace] = useState(settings.place);
  const [numbers, setNumbers] = useState<Readonly<Partial<Record<TaxAuthority, string>>>>(() =>
    Object.fromEntries(settings.registrations.map(({ authority, number }) => [authority, number])),
  );
  const save = useMutation({
    mutationFn: () =>
      saveTaxSettings({
        place,
        registrations: TAX_AUTHORITIES.flatMap((authority) => {
          const number = numbers[authority]?.trim() ?? '';
          return number === '' ? [] : [{ authority, number }];
        }),
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(taxSettingsQuery.queryKey, data);
      setNumbers(Object.fromEntries(data.registrations.map(({ authority, number }) => [authority, number])));
      void queryClient.invalidateQueries({ queryKey: taxSettingsQuery.queryKey });
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-head">
        <h2>
          <Trans>Where you are, and what you are registered for</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
        <p className="dim">
          <Trans>
            On plan fees and other charges of yours, each tax is charged where the buyer is and where you are
            registered. Without a number, the tax is not charged. Your invoices show these numbers.
          </Trans>
        </p>
        <PlaceFields value={place} none={t`Not said yet: nothing is taxed`} onChange={setPlace} />
        <div className="fields">
          {TAX_AUTHORITIES.map((authority) => (
            <TextInput
              key={authority}
              className="w6"
              label={words(authority)}
              maxLength={30}
              value={numbers[authority] ?? ''}
              error={refused[`registrations.${authority}`]}
              onChange={(event) => setNumbers({ ...numbers, [authority]: event.currentTarget.value })}
            />
          ))}
        </div>
        <p className="dim small">
          <Trans>
            Labels carry the carrier’s own taxes. In the United States no sales tax is charged: registrations of states
            and local rates are not kept here.
          </Trans>
        </p>
        <div className="row">
          <Button type="submit" loading={save.isPending}>
            <Trans>Save taxes</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}

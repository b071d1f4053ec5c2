import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { SHIPMENT_SEARCH_KEYS, type ShipmentSearchKey } from '@scanship/contracts/shipping/shipment-list';
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import { loadMessages } from '../../lib/i18n.ts';
import { storesQuery } from '../settings/settings-api.ts';
import { STATE_WORDS } from '../shipping/shipment-words.ts';
import { TRACKING_WORDS } from '../shipping/tracking-words.ts';
import { fromTheTop, isFiltered, LABEL_STATES, labelSearch, type LabelSearch } from './label-search.ts';

const NumberHint = lazy(async () => {
  const [hint] = await Promise.all([import('../tracking/NumberHint.tsx'), loadMessages('stores')]);
  return hint;
});

interface Props {
  readonly search: LabelSearch;
  readonly carriers: readonly { readonly code: string; readonly name: string }[];
  readonly onSearch: (search: LabelSearch) => void;
}
export function LabelFilters({ search, carriers, onSearch }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const stores = useQuery(storesQuery);
  const [typed, setTyped] = useState(search.q ?? '');
  // The address is the truth: a link or the back button changes what stands in the field.
  useEffect(() => setTyped(search.q ?? ''), [search.q]);
  const set = (change: { readonly [K in keyof LabelSearch]?: string }) =>
    onSearch(labelSearch({ ...fromTheTop(search), ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ q: typed });
  };
  const keys: Readonly<Record<ShipmentSearchKey, string>> = {
    trackingNumber: t`Tracking number`,
    orderNumber: t`Order number`,
    recipient: t`Recipient`,
  };
  const choice = (
    name: 'carrier' | 'state' | 'tracking' | 'store',
    label: string,
    all: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <NativeSelect
      aria-label={label}
      value={search[name] ?? ''}
      data={[{ value: '', label: all }, ...options]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className="label-filters" role="search" aria-label={t`Find labels`} onSubmit={submit}>
      <NativeSelect
        aria-label={t`Search in`}
        value={search.key ?? 'trackingNumber'}
        data={SHIPMENT_SEARCH_KEYS.map((value) => ({ value, label: keys[value] }))}
        onChange={(event) => set({ key: event.currentTarget.value })}
      />
      <TextInput
        type="search"
        className="label-search"
        aria-label={t`Search`}
        placeholder={keys[search.key ?? 'trackingNumber']}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== (search.q ?? '') && set({ q: typed })}
        description={
          (search.key ?? 'trackingNumber') === 'trackingNumber' && typed.trim() !== '' ? (
            <Suspense fallback={null}>
              <NumberHint text={typed} />
            </Suspense>
          ) : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {choice(
        'carrier',
        t`Carrier`,
        t`All carriers`,
        carriers.map(({ code, name }) => ({ value: code, label: name })),
      )}
      {choice(
        'state',
        t`State`,
        t`All statuses`,
        LABEL_STATES.map((value) => ({ value, label: i18n._(STATE_WORDS[value]) })),
      )}
      {choice(
        'tracking',
        t`Tracking`,
        t`All tracking statuses`,
        TRACKING_STATUSES.map((value) => ({ value, label: i18n._(TRACKING_WORDS[value]) })),
      )}
      {choice(
        'store',
        t`Store`,
        t`All stores`,
        (stores.data?.stores ?? []).map(({ id, name }) => ({ value: id, label: name })),
      )}
      <TextInput
        type="date"
        aria-label={t`Bought from`}
        leftSection={<span className="dim small">{t({ message: 'From', context: 'day' })}</span>}
        leftSectionWidth={72}
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label={t`Bought until`}
        leftSection={<span className="dim small">{t`Until`}</span>}
        leftSectionWidth={72}
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" onClick={() => onSearch({})}>
          <Trans>Clear the filters</Trans>
        </Button>
      )}
    </form>
  );
}

import { Button, Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ORDER_SIGNS, ORDER_SOURCES } from '@scanship/contracts/order-list';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { countriesQuery, provincesQuery, storesQuery } from '../../settings/settings-api.ts';
import {
  DATE_RANGES,
  type DateRange,
  type OrderSearch,
  parseOrderSearch,
  withoutFilters,
} from '../model/order-search.ts';
import { RANGE_WORDS, SIGN_WORDS, SOURCE_WORDS } from '../model/words.ts';

/** All filters at once; nothing is asked of the server before Apply. */
export function FilterForm({
  search,
  onApply,
}: {
  readonly search: OrderSearch;
  readonly onApply: (next: OrderSearch) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [draft, setDraft] = useState(search);
  const set = (change: Partial<OrderSearch>) => setDraft((d) => ({ ...d, ...change }));
  const first = useRef<HTMLSelectElement>(null);
  // Loaded after the popover opened: the focus comes in with the form.
  useEffect(() => first.current?.focus(), []);
  const countries = useQuery(countriesQuery);
  const country = countries.data?.countryList.find((c) => c.code === draft.country);
  const provinces = useQuery({ ...provincesQuery(draft.country ?? ''), enabled: country?.hasProvinces === true });
  const stores = useQuery(storesQuery);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { page: _page, after: _after, before: _before, ...rest } = draft;
    onApply(parseOrderSearch(rest));
  };
  const flip = <T extends string>(list: readonly T[] | undefined, value: T): readonly T[] =>
    list?.includes(value) ? list.filter((v) => v !== value) : [...(list ?? []), value];

  return (
    <form className="stack" onSubmit={submit}>
      <div className="fields">
        <NativeSelect
          ref={first}
          className={draft.range === 'custom' ? 'w12' : 'w6'}
          label={t`Order date`}
          value={draft.range ?? ''}
          onChange={(event) => set({ range: (event.currentTarget.value || undefined) as DateRange | undefined })}
          data={[
            { value: '', label: t`Last four years` },
            ...DATE_RANGES.map((value) => ({ value, label: i18n._(RANGE_WORDS[value]) })),
          ]}
        />
        {draft.range === 'custom' && (
          <>
            <TextInput
              className="w6"
              type="date"
              label={t`From`}
              value={draft.from ?? ''}
              max={draft.to}
              onChange={(e) => set({ from: e.currentTarget.value || undefined })}
            />
            <TextInput
              className="w6"
              type="date"
              label={t`To`}
              value={draft.to ?? ''}
              min={draft.from}
              onChange={(e) => set({ to: e.currentTarget.value || undefined })}
            />
          </>
        )}
        <NativeSelect
          className="w6"
          label={t`Country`}
          value={draft.country ?? ''}
          onChange={(event) => set({ country: event.currentTarget.value || undefined, province: undefined })}
          data={[
            { value: '', label: t`Any` },
            ...(countries.data?.countryList ?? []).map((c) => ({
              value: c.code,
              label: i18n.locale === 'fr-CA' ? c.nameFr : c.name,
            })),
          ]}
        />
        {country?.hasProvinces && (
          <NativeSelect
            className="w6"
            label={t`Province or state`}
            value={draft.province ?? ''}
            onChange={(event) => set({ province: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t`Any` },
              ...(provinces.data?.provinceList ?? []).map((p) => ({ value: p.code, label: p.name })),
            ]}
          />
        )}
        <TagsInput
          className="w6"
          label={t`SKU`}
          value={[...(draft.skus ?? [])]}
          onChange={(skus) => set({ skus })}
          placeholder={t`Type and press Enter`}
          acceptValueOnBlur
          clearable={false}
        />
        <TagsInput
          className="w6"
          label={t`Tag`}
          value={[...(draft.tags ?? [])]}
          onChange={(tags) => set({ tags })}
          placeholder={t`Type and press Enter`}
          acceptValueOnBlur
          clearable={false}
        />
      </div>
      <CheckGroup label={t`Source`}>
        {ORDER_SOURCES.map((value) => (
          <Checkbox
            key={value}
            size="xs"
            label={i18n._(SOURCE_WORDS[value])}
            checked={draft.sources?.includes(value) ?? false}
            onChange={() => set({ sources: flip(draft.sources, value) })}
          />
        ))}
      </CheckGroup>
      {(stores.data?.stores.length ?? 0) > 0 && (
        <CheckGroup label={t`Store`}>
          {stores.data?.stores.map((store) => (
            <Checkbox
              key={store.id}
              size="xs"
              label={store.name}
              checked={draft.stores?.includes(store.id) ?? false}
              onChange={() => set({ stores: flip(draft.stores, store.id) })}
            />
          ))}
        </CheckGroup>
      )}
      <CheckGroup label={t`Sign`}>
        {ORDER_SIGNS.map((value) => (
          <Checkbox
            key={value}
            size="xs"
            label={i18n._(SIGN_WORDS[value])}
            checked={draft.signs?.includes(value) ?? false}
            onChange={() => set({ signs: flip(draft.signs, value) })}
          />
        ))}
      </CheckGroup>
      <div className="row end">
        <Button variant="default" onClick={() => onApply(withoutFilters(search))}>
          <Trans>Clear all</Trans>
        </Button>
        <Button type="submit">
          <Trans>Apply</Trans>
        </Button>
      </div>
    </form>
  );
}

function CheckGroup({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <fieldset className="check-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

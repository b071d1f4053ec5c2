import { Button, Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { DATE_RANGES, ORDER_LACKS, ORDER_SIGNS, ORDER_SOURCES } from '@scanship/contracts/orders/order-list';
import { type FormEvent, useState } from 'react';
import { countriesQuery, locationsQuery, provincesQuery, storesQuery } from '../../settings/settings-api.ts';
import { assigneesQuery, skusQuery, tagsQuery } from '../api/orders-api.ts';
import { type DateRange, type OrderSearch, parseOrderSearch, withoutFilters } from '../model/order-search.ts';
import { ASSIGNEE_WORDS, LACK_WORDS, RANGE_WORDS, SIGN_WORDS, SOURCE_WORDS } from '../model/words.ts';

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
  const countries = useQuery(countriesQuery);
  const country = countries.data?.countryList.find((c) => c.code === draft.country);
  const provinces = useQuery({ ...provincesQuery(draft.country ?? ''), enabled: country?.hasProvinces === true });
  const stores = useQuery(storesQuery).data?.stores ?? [];
  const platforms = [...new Map(stores.map((store) => [store.platformId, store.platformName]))];
  const locations = useQuery(locationsQuery).data?.locations ?? [];
  const people = useQuery(assigneesQuery).data?.people ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { page: _page, after: _after, before: _before, ...rest } = draft;
    onApply(parseOrderSearch(rest));
  };
  const flip = <T extends string | number>(list: readonly T[] | undefined, value: T): readonly T[] =>
    list?.includes(value) ? list.filter((v) => v !== value) : [...(list ?? []), value];

  return (
    <form className="stack" onSubmit={submit}>
      <div className="fields">
        <NativeSelect
          data-autofocus
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
              label={t({ message: 'From', context: 'day' })}
              value={draft.from ?? ''}
              max={draft.to}
              onChange={(e) => set({ from: e.currentTarget.value || undefined })}
            />
            <TextInput
              className="w6"
              type="date"
              label={t({ message: 'To', context: 'day' })}
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
        <SearchedTags kind="skus" label={t`SKU`} value={draft.skus} onChange={(skus) => set({ skus })} />
        <SearchedTags kind="tags" label={t`Tag`} value={draft.tags} onChange={(tags) => set({ tags })} />
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
      {platforms.length > 1 && (
        <CheckGroup label={t`Platform`}>
          {platforms.map(([id, name]) => (
            <Checkbox
              key={id}
              size="xs"
              label={name}
              checked={draft.platforms?.includes(id) ?? false}
              onChange={() => set({ platforms: flip(draft.platforms, id) })}
            />
          ))}
        </CheckGroup>
      )}
      {stores.length > 0 && (
        <CheckGroup label={t`Store`}>
          {stores.map((store) => (
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
      {locations.length > 0 && (
        <CheckGroup label={t`Ship from`}>
          {locations.map((location) => (
            <Checkbox
              key={location.id}
              size="xs"
              label={location.name}
              checked={draft.warehouses?.includes(location.id) ?? false}
              onChange={() => set({ warehouses: flip(draft.warehouses, location.id) })}
            />
          ))}
        </CheckGroup>
      )}
      <CheckGroup label={t`Assigned to`}>
        {[
          ...(['me', 'nobody'] as const).map((id) => ({ id, name: i18n._(ASSIGNEE_WORDS[id]) })),
          ...people.slice(0, MOST_PEOPLE),
        ].map(({ id, name }) => (
          <Checkbox
            key={id}
            size="xs"
            label={name}
            checked={draft.assignees?.includes(id) ?? false}
            onChange={() => set({ assignees: flip(draft.assignees, id) })}
          />
        ))}
      </CheckGroup>
      <CheckGroup label={t`Missing`}>
        {ORDER_LACKS.map((value) => (
          <Checkbox
            key={value}
            size="xs"
            label={i18n._(LACK_WORDS[value])}
            checked={draft.lacks?.includes(value) ?? false}
            onChange={() => set({ lacks: flip(draft.lacks, value) })}
          />
        ))}
      </CheckGroup>
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

/** People offered beside "Me" and "Nobody". */
const MOST_PEOPLE = 20;
const TYPING_MS = 200;

interface SearchedProps {
  readonly kind: 'skus' | 'tags';
  readonly label: string;
  readonly value: readonly string[] | undefined;
  readonly onChange: (next: string[]) => void;
}
/** What occurs in orders is offered while typing; what does not may be typed all the same. */
function SearchedTags({ kind, label, value, onChange }: SearchedProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const skus = useQuery({ ...skusQuery(search), enabled: kind === 'skus' }).data?.skus.map((entry) => entry.sku);
  const tags = useQuery({ ...tagsQuery(search), enabled: kind === 'tags' }).data?.tags;
  return (
    <TagsInput
      className="w6"
      label={label}
      value={[...(value ?? [])]}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
      data={(kind === 'skus' ? skus : tags) ?? []}
      // The server has searched already, by its own rules for accents and case.
      filter={({ options }) => options}
      placeholder={t`Type and press Enter`}
      comboboxProps={{ withinPortal: false }}
      acceptValueOnBlur
      clearable={false}
    />
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

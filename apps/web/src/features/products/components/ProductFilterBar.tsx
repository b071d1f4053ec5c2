/** Search, filters and columns above the list, and the filters in force as chips. */
import { Button, Checkbox, CloseButton, Popover, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns3, IconFilter, IconSearch, IconX } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { PRODUCT_GAPS } from '@scanship/contracts/products/products';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { storesQuery } from '../../settings/settings-api.ts';
import { toggleColumn } from '../../orders/model/column-config.ts';
import {
  activeFilters,
  type FilterName,
  type ProductSearch,
  withoutFilter,
  withoutFilters,
  withoutPlace,
} from '../model/product-search.ts';
import { FILTER_WORDS, GAP_WORDS } from '../model/words.ts';
import { PRODUCT_COLUMNS } from './product-columns.tsx';
import type { ProductColumns } from './use-product-columns.ts';

interface Props {
  readonly search: ProductSearch;
  /** Absent where the list is not a table. */
  readonly columns: ProductColumns | undefined;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly filtersOpen: boolean;
  readonly onFiltersOpen: (open: boolean) => void;
  readonly onChange: (next: ProductSearch) => void;
}
/** How long typing must rest before the list is asked. */
const TYPING_MS = 350;

export function ProductFilterBar({ search, columns, searchInput, filtersOpen, onFiltersOpen, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const count = activeFilters(search).filter((name) => name !== 'q').length;
  return (
    <div className="filter-bar">
      <SearchField search={search} input={searchInput} onChange={onChange} />
      <Popover
        opened={filtersOpen}
        onChange={onFiltersOpen}
        position="bottom-start"
        width="min(380px, calc(100vw - 16px))"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={filtersOpen}
            onClick={() => onFiltersOpen(!filtersOpen)}
          >
            <Trans>Filters</Trans>
            {count > 0 && <span className="button-count">{count}</span>}
          </Button>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t`Filters`} className="filter-pop">
          <FilterForm
            search={search}
            onApply={(next) => {
              onChange(next);
              onFiltersOpen(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {columns && (
        <div className="filter-end">
          <Popover position="bottom-end" width={240} trapFocus returnFocus withRoles={false}>
            <Popover.Target>
              <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} aria-haspopup="dialog">
                <Trans>Columns</Trans>
              </Button>
            </Popover.Target>
            <Popover.Dropdown role="dialog" aria-label={t`Columns`}>
              <div className="stack tight">
                {PRODUCT_COLUMNS.filter(({ id }) => id !== 'sku').map(({ id, title }) => (
                  <Checkbox
                    key={id}
                    size="xs"
                    label={i18n._(title)}
                    checked={!columns.config.hidden.includes(id)}
                    onChange={() => columns.change(toggleColumn(columns.config, id))}
                  />
                ))}
              </div>
            </Popover.Dropdown>
          </Popover>
        </div>
      )}
    </div>
  );
}

function SearchField({
  search,
  input,
  onChange,
}: {
  readonly search: ProductSearch;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (next: ProductSearch) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(search.q ?? '');
  // The address may change from elsewhere (back button, removed chip): the field follows.
  useEffect(() => setText(search.q ?? ''), [search.q]);
  const apply = (value: string) => {
    const q = value.trim();
    if (q === (search.q ?? '')) return;
    onChange(q ? { ...withoutPlace(search), q } : withoutFilter(search, 'q'));
  };
  useEffect(() => {
    const timer = setTimeout(() => apply(text), TYPING_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react/exhaustive-deps -- only typing starts the wait; the latest search is read when it ends
  }, [text]);
  return (
    <form
      role="search"
      className="product-search"
      aria-label={t`This list`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply(text);
      }}
    >
      <TextInput
        ref={input}
        aria-label={t`Search products`}
        placeholder={t`Search by name, SKU or barcode`}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          text ? (
            <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => setText('')} />
          ) : (
            <kbd aria-hidden>/</kbd>
          )
        }
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

const flip = <T,>(list: readonly T[] | undefined, value: T): readonly T[] | undefined => {
  const next = list?.includes(value) ? list.filter((each) => each !== value) : [...(list ?? []), value];
  return next.length > 0 ? next : undefined;
};

function FilterForm({
  search,
  onApply,
}: {
  readonly search: ProductSearch;
  readonly onApply: (next: ProductSearch) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const stores = useQuery(storesQuery).data?.stores ?? [];
  const [draft, setDraft] = useState(() => withoutPlace(search));
  const set = (change: { readonly [K in keyof ProductSearch]?: ProductSearch[K] | undefined }) =>
    setDraft((old) => Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, v]) => v !== undefined)));
  return (
    <form
      className="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
    >
      <fieldset className="check-group">
        <legend>{t`Missing`}</legend>
        {PRODUCT_GAPS.map((gap) => (
          <Checkbox
            key={gap}
            size="xs"
            label={i18n._(GAP_WORDS[gap])}
            checked={draft.missing?.includes(gap) ?? false}
            onChange={() => set({ missing: flip(draft.missing, gap) })}
          />
        ))}
      </fieldset>
      {stores.length > 0 && (
        <fieldset className="check-group">
          <legend>{t`Store`}</legend>
          {stores.map((store) => (
            <Checkbox
              key={store.id}
              size="xs"
              label={store.name}
              checked={draft.stores?.includes(store.id) ?? false}
              onChange={() => set({ stores: flip(draft.stores, store.id) })}
            />
          ))}
        </fieldset>
      )}
      <div className="fields">
        <TextInput
          className="w6"
          type="date"
          label={t`Came in from`}
          value={draft.from ?? ''}
          onChange={(event) => set({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          className="w6"
          type="date"
          label={t`Came in until`}
          value={draft.to ?? ''}
          onChange={(event) => set({ to: event.currentTarget.value || undefined })}
        />
      </div>
      <Checkbox
        size="xs"
        label={t`Show archived`}
        checked={draft.archived ?? false}
        onChange={(event) => set({ archived: event.currentTarget.checked || undefined })}
      />
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

/** Says what a filter is set to. */
export function useFilterText(search: ProductSearch): (name: FilterName) => string {
  const { i18n } = useI18n();
  const format = useFormat();
  const stores = useQuery({ ...storesQuery, enabled: search.stores !== undefined }).data?.stores;
  return (name) => {
    switch (name) {
      case 'q':
        return search.q ?? '';
      case 'stores':
        return (search.stores ?? []).map((id) => stores?.find((store) => store.id === id)?.name ?? id).join(', ');
      case 'missing':
        return (search.missing ?? []).map((gap) => i18n._(GAP_WORDS[gap])).join(', ');
      case 'archived':
        return i18n._(FILTER_WORDS.archived);
      case 'dates':
        return [search.from, search.to].map((day) => (day ? format.day(day) : '…')).join(' – ');
    }
  };
}

export function ProductChips({
  search,
  onChange,
}: {
  readonly search: ProductSearch;
  readonly onChange: (next: ProductSearch) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const textOf = useFilterText(search);
  const names = activeFilters(search);
  if (names.length === 0) return null;
  return (
    <ul className="chips" aria-label={t`Filters in force`}>
      {names.map((name) => (
        <li key={name} className="chip">
          <span className="chip-text" title={textOf(name)}>
            {textOf(name)}
          </span>
          <button
            type="button"
            aria-label={t`Remove the filter ${i18n._(FILTER_WORDS[name])}: ${textOf(name)}`}
            onClick={() => onChange(withoutFilter(search, name))}
          >
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="link small" onClick={() => onChange(withoutFilters(search))}>
          <Trans>Clear all</Trans>
        </button>
      </li>
    </ul>
  );
}

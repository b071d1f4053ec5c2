/** Search, filters and the arrangement of columns above the list. */
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFilter, IconSearch } from '#icons';
import { SEARCH_KEYS } from '@scanship/contracts/orders/order-list';
import { type FormEvent, lazy, memo, type RefObject, Suspense, useEffect, useState } from 'react';
import type { Layer } from '../../../ui/use-layer.ts';
import { activeFilters, type OrderSearch, type SearchKey, withoutFilter, withoutPlace } from '../model/order-search.ts';
import { SEARCH_KEY_WORDS } from '../model/words.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { withWords } from '../api/with-words.ts';
import type { OrderColumns } from './use-order-columns.ts';
import type { Views } from './use-views.ts';
import { ViewsButton } from './ViewsButton.tsx';

interface Props {
  readonly search: OrderSearch;
  readonly columns: OrderColumns | undefined;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly filters: Layer;
  readonly views: Views;
  readonly onChange: (next: OrderSearch) => void;
  readonly onView: (next: OrderSearch) => void;
}
export const loadFilters = withWords(() => import('../later/FiltersPopover.tsx'));
const FiltersPopover = lazy(loadFilters);
/** How long typing must rest before the list is asked. */
const TYPING_MS = 350;

export const FilterBar = memo(function FilterBar(props: Props) {
  const { search, columns, filters, onChange } = props;
  const { t } = useLingui();
  const count = activeFilters(search).filter((name) => name !== 'q').length;
  return (
    <div className="filter-bar">
      <SearchField search={search} input={props.searchInput} onChange={onChange} />
      <Button
        {...filters.button}
        size="xs"
        variant="default"
        title={t`Filters`}
        leftSection={<IconFilter size={16} aria-hidden />}
      >
        <span className="bar-word">
          <Trans>Filters</Trans>
        </span>
        {count > 0 && <span className="button-count">{count}</span>}
      </Button>
      {filters.loaded && (
        <Suspense fallback={null}>
          <FiltersPopover
            anchor={filters.anchor}
            opened={filters.opened}
            onChange={filters.setOpened}
            search={search}
            onApply={(next) => {
              onChange(next);
              filters.setOpened(false);
            }}
          />
        </Suspense>
      )}
      <div className="filter-end row tight">
        <ViewsButton views={props.views} search={search} onChange={props.onView} />
        {columns && <ColumnsMenu columns={columns} />}
      </div>
    </div>
  );
});

function SearchField({
  search,
  input,
  onChange,
}: {
  readonly search: OrderSearch;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (next: OrderSearch) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [text, setText] = useState(search.q ?? '');
  const [key, setKey] = useState<SearchKey>(search.key ?? (search.q ? 'orderNumber' : 'anything'));
  // The address may change from elsewhere (back button, removed chip): the field follows.
  useEffect(() => {
    setText(search.q ?? '');
    if (search.key) setKey(search.key);
  }, [search.q, search.key]);
  const apply = (value: string, by: SearchKey) => {
    const q = value.trim();
    if (q === (search.q ?? '') && (!q || by === (search.key ?? 'orderNumber'))) return;
    onChange(q ? { ...withoutPlace(search), q, key: by } : withoutFilter(search, 'q'));
  };
  useEffect(() => {
    const timer = setTimeout(() => apply(text, key), TYPING_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react/exhaustive-deps -- only typing starts the wait; the latest search is read when it ends
  }, [text, key]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(text, key);
  };
  return (
    <form role="search" className="order-search" onSubmit={submit} aria-label={t`This list`}>
      <NativeSelect
        size="xs"
        aria-label={t`Search by`}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value as SearchKey)}
        data={SEARCH_KEYS.map((value) => ({ value, label: i18n._(SEARCH_KEY_WORDS[value]) }))}
      />
      <TextInput
        ref={input}
        size="xs"
        className="grow"
        aria-label={t`Search orders`}
        placeholder={t`Search by ${i18n._(SEARCH_KEY_WORDS[key]).toLocaleLowerCase(i18n.locale)}`}
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
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Back into the list, never to nowhere (ux.md line 11).
          event.currentTarget.blur();
          const row = document.querySelector<HTMLElement>('.grid tbody tr[tabindex="0"]');
          (row ?? document.querySelector<HTMLElement>('#orders-grid button'))?.focus();
        }}
      />
    </form>
  );
}

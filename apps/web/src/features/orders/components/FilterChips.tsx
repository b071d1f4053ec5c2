/** Every filter in force as a chip that can be taken away (ux.md line 9). */
import { useLingui as useI18n } from '@lingui/react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { countriesQuery, locationsQuery, storesQuery } from '../../settings/settings-api.ts';
import { STORE_PLATFORMS } from '@scanship/domain/stores/store-platforms';
import { assigneesQuery } from '../api/orders-api.ts';
import {
  activeFilters,
  type FilterName,
  type OrderSearch,
  withoutFilter,
  withoutFilters,
} from '../model/order-search.ts';
import {
  ASSIGNEE_WORDS,
  FILTER_WORDS,
  LACK_WORDS,
  RANGE_WORDS,
  SEARCH_KEY_WORDS,
  SIGN_WORDS,
  SOURCE_WORDS,
} from '../model/words.ts';

interface Props {
  readonly search: OrderSearch;
  readonly onChange: (next: OrderSearch) => void;
}

/** Says what a filter is set to. */
export function useFilterText(shown: OrderSearch): (search: OrderSearch, name: FilterName) => string {
  const { i18n } = useI18n();
  const { t } = useLingui();
  const format = useFormat();
  const countries = useQuery({ ...countriesQuery, enabled: shown.country !== undefined }).data?.countryList;
  const stores = useQuery({ ...storesQuery, enabled: shown.stores !== undefined }).data?.stores;
  const locations = useQuery({ ...locationsQuery, enabled: shown.warehouses !== undefined }).data?.locations;
  const people = useQuery({ ...assigneesQuery, enabled: shown.assignees !== undefined }).data?.people;
  return (search, name) => {
    switch (name) {
      case 'q':
        return t`${i18n._(SEARCH_KEY_WORDS[search.key ?? 'orderNumber'])}: ${search.q ?? ''}`;
      case 'country': {
        const found = countries?.find((c) => c.code === search.country);
        return (i18n.locale === 'fr-CA' ? found?.nameFr : found?.name) ?? search.country ?? '';
      }
      case 'range':
        return search.range === 'custom'
          ? [search.from, search.to].map((d) => (d ? format.day(d) : '…')).join(' – ')
          : i18n._(RANGE_WORDS[search.range ?? 'custom']);
      case 'sources':
        return (search.sources ?? []).map((s) => i18n._(SOURCE_WORDS[s])).join(', ');
      case 'stores':
        return (search.stores ?? []).map((id) => stores?.find((s) => s.id === id)?.name ?? id).join(', ');
      case 'signs':
        return (search.signs ?? []).map((s) => i18n._(SIGN_WORDS[s])).join(', ');
      case 'lacks':
        return (search.lacks ?? []).map((lack) => i18n._(LACK_WORDS[lack])).join(', ');
      case 'imports':
        return t`${plural(search.imports?.length ?? 0, { one: 'From one import', other: 'From # imports' })}`;
      case 'skus':
        return t`${i18n._(FILTER_WORDS.skus)}: ${(search.skus ?? []).join(', ')}`;
      case 'tags':
        return t`${i18n._(FILTER_WORDS.tags)}: ${(search.tags ?? []).join(', ')}`;
      case 'platforms':
        return (search.platforms ?? [])
          .map((id) => STORE_PLATFORMS.find((platform) => platform.id === id)?.name ?? String(id))
          .join(', ');
      case 'warehouses':
        return (search.warehouses ?? []).map((id) => locations?.find((l) => l.id === id)?.name ?? id).join(', ');
      case 'assignees':
        return (search.assignees ?? [])
          .map((id) =>
            id === 'me' || id === 'nobody'
              ? i18n._(ASSIGNEE_WORDS[id])
              : (people?.find((person) => person.id === id)?.name ?? id),
          )
          .join(', ');
      case 'ids':
        return t`${plural(search.ids?.length ?? 0, { one: '# order', other: '# orders' })}`;
      case 'province':
        return search.province ?? '';
    }
  };
}

export const FilterChips = memo(function FilterChips({ search, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const textOf = useFilterText(search);
  const names = activeFilters(search);
  if (names.length === 0) return null;
  return (
    <ul className="chips" aria-label={t`Filters in force`}>
      {names.map((name) => (
        <li key={name} className="chip">
          <span className="chip-text" title={textOf(search, name)}>
            {textOf(search, name)}
          </span>
          <button
            type="button"
            aria-label={t`Remove the filter ${i18n._(FILTER_WORDS[name])}: ${textOf(search, name)}`}
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
});

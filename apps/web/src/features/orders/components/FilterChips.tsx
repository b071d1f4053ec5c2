/** Every filter in force as a chip that can be taken away (ux.md line 9). */
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { countriesQuery, storesQuery } from '../../settings/settings-api.ts';
import {
  activeFilters,
  type FilterName,
  type OrderSearch,
  withoutFilter,
  withoutFilters,
} from '../model/order-search.ts';
import { FILTER_WORDS, RANGE_WORDS, SEARCH_KEY_WORDS, SIGN_WORDS, SOURCE_WORDS } from '../model/words.ts';

interface Props {
  readonly search: OrderSearch;
  readonly onChange: (next: OrderSearch) => void;
}

/** Says what a filter is set to. */
export function useFilterText(): (search: OrderSearch, name: FilterName) => string {
  const { i18n } = useI18n();
  const format = useFormat();
  const countries = useQuery({ ...countriesQuery, enabled: true }).data?.countryList;
  const stores = useQuery(storesQuery).data?.stores;
  return (search, name) => {
    switch (name) {
      case 'q':
        return `${i18n._(SEARCH_KEY_WORDS[search.key ?? 'orderNumber'])}: ${search.q}`;
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
      case 'skus':
        return `${i18n._(FILTER_WORDS.skus)}: ${(search.skus ?? []).join(', ')}`;
      case 'tags':
        return `${i18n._(FILTER_WORDS.tags)}: ${(search.tags ?? []).join(', ')}`;
      case 'province':
        return search.province ?? '';
    }
  };
}

export const FilterChips = memo(function FilterChips({ search, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const textOf = useFilterText();
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

import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countriesQuery } from '../../settings/settings-api.ts';

export interface Countries {
  /** For lists: names in the reader's language. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly nameOf: (code: string | null) => string;
  /** Code of a code or name as somebody types it. */
  readonly codeOf: (text: string) => string | undefined;
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

export function useCountries(): Countries {
  const { i18n } = useLingui();
  const list = useQuery(countriesQuery).data?.countryList;
  const { locale } = i18n;
  return useMemo(() => {
    const names = new Map((list ?? []).map((each) => [each.code, locale === 'fr-CA' ? each.nameFr : each.name]));
    const codes = new Map(
      (list ?? []).flatMap((each) => [each.code, each.name, each.nameFr].map((text) => [folded(text), each.code])),
    );
    return {
      options: [...names].map(([value, label]) => ({ value, label })),
      nameOf: (code) => (code === null ? '' : (names.get(code) ?? code)),
      codeOf: (text) => codes.get(folded(text)),
    };
  }, [list, locale]);
}

import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { searchHsCodes } from '@scanship/contracts/products/hs-codes';
import { useLayoutEffect, useRef, useState } from 'react';
import { fetchData } from '../../../app/api.ts';
import { type HsCodeSearchProps, isCodeText } from './HsCodeField.tsx';

const hsQuery = (search: string) =>
  queryOptions({
    queryKey: ['hs-codes', search],
    queryFn: ({ signal }) => fetchData(searchHsCodes, { query: { search, size: 12 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Words from three letters on, and a heading whose code is not whole yet. */
function soughtOf(text: string): string {
  const typed = text.trim();
  const digits = typed.replace(/[\s.-]/g, '');
  if (/^\d*$/.test(digits)) return digits.length >= 4 && digits.length < 6 ? digits : '';
  return typed.length >= 3 ? typed : '';
}

export default function HsCodeSearch({ value, onChange, selection, ...more }: HsCodeSearchProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  // It takes the place of a plain field, in the middle of a word where somebody types.
  useLayoutEffect(() => {
    if (selection === undefined) return;
    input.current?.focus();
    input.current?.setSelectionRange(...selection);
  }, [selection]);
  const [words, setWords] = useState<string | undefined>();
  const shown = words ?? value;
  const [settled] = useDebouncedValue(shown, 150);
  const sought = soughtOf(settled);
  const found = useQuery({ ...hsQuery(sought), enabled: sought !== '' }).data?.codes ?? [];
  const titles = new Map(found.map(({ code, title, heading }) => [code, { title, heading }]));
  return (
    <Autocomplete
      {...more}
      ref={input}
      value={shown}
      onChange={(next) => {
        if (!isCodeText(next)) return setWords(next);
        setWords(undefined);
        onChange(next);
      }}
      onBlur={() => setWords(undefined)}
      data={sought === '' ? [] : [...titles.keys()]}
      // The server has searched, by everyday words as well.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          <span className="strong num">{option.value.replace(/^(\d{4})(\d{2})$/, '$1.$2')}</span>{' '}
          <span className="small">{titles.get(option.value)?.title}</span>
        </div>
      )}
      placeholder={t`Code, or what it is`}
      maxLength={60}
      maxDropdownHeight={260}
      comboboxProps={{ width: 360, position: 'bottom-start' }}
      autoComplete="off"
    />
  );
}

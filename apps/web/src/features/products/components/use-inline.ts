/**
 * What is typed into cells of the list. A half-typed or refused value stays, with its reason, until it is saved or taken
 * back: over scrolling, paging, another page, a reload.
 */
import { useCallback, useMemo, useState } from 'react';
import { useLingui } from '@lingui/react';
import type { ProductRow } from '@scanship/contracts/products/products';
import { useProfile } from '../../../app/profile.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { sayError } from '../../../lib/error-words.ts';
import { saveProduct } from '../api/products-api.ts';
import { INLINE_FIELDS, type InlineField, readInline, textOf, type Units } from '../model/drafts.ts';
import type { Countries } from '../model/use-countries.ts';
import { WRONG_WORDS } from '../model/words.ts';

type Texts = Readonly<Record<string, string>>;
const readTexts = (value: unknown): Texts | undefined =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
    ? (value as Texts)
    : undefined;
const NONE: Texts = {};
const keyOf = (id: string, field: InlineField): string => `${id} ${field}`;

export interface Inline {
  readonly textOf: (row: ProductRow, field: InlineField) => string;
  readonly errorOf: (row: ProductRow, field: InlineField) => string | undefined;
  readonly type: (row: ProductRow, field: InlineField, text: string) => void;
  /** Saves what was typed; false when it cannot be read. */
  readonly commit: (row: ProductRow, field: InlineField) => boolean;
  readonly undo: (row: ProductRow, field: InlineField) => void;
  /** Cells with something that is not saved. */
  readonly open: number;
  readonly firstError: string | undefined;
  readonly discard: () => void;
}

export function useInline(units: Units, countries: Countries): Inline {
  const { i18n } = useLingui();
  const { userName } = useProfile();
  const [kept, setKept] = useDraft(userName, 'products-cells', readTexts);
  const texts = kept ?? NONE;
  const [errors, setErrors] = useState<Texts>(NONE);
  const put = useCallback(
    (key: string, text: string | undefined) => {
      const { [key]: _old, ...others } = texts;
      const next = text === undefined ? others : { ...others, [key]: text };
      setKept(Object.keys(next).length > 0 ? next : undefined);
    },
    [texts, setKept],
  );
  const fail = useCallback((key: string, message: string | undefined) => {
    setErrors(({ [key]: _old, ...others }) => (message === undefined ? others : { ...others, [key]: message }));
  }, []);

  return useMemo(() => {
    const shown = (row: ProductRow, field: InlineField): string =>
      field === 'originCountry' ? countries.nameOf(row.originCountry) : textOf(field, row, units);
    return {
      textOf: (row, field) => texts[keyOf(row.id, field)] ?? shown(row, field),
      errorOf: (row, field) => errors[keyOf(row.id, field)],
      type(row, field, text) {
        put(keyOf(row.id, field), text);
        fail(keyOf(row.id, field), undefined);
      },
      commit(row, field) {
        const key = keyOf(row.id, field);
        const text = texts[key];
        if (text === undefined) return true;
        if (text.trim() === shown(row, field)) {
          put(key, undefined);
          return true;
        }
        const read = readInline(field, text, units, countries.codeOf);
        if ('wrong' in read) {
          fail(key, i18n._(WRONG_WORDS[read.wrong]));
          return false;
        }
        saveProduct({ id: row.id, version: row.version, changes: read.changes }).then(
          () => put(key, undefined),
          (error: unknown) => fail(key, sayError(error, i18n).title),
        );
        return true;
      },
      undo(row, field) {
        put(keyOf(row.id, field), undefined);
        fail(keyOf(row.id, field), undefined);
      },
      open: Object.keys(texts).length,
      firstError: Object.values(errors)[0],
      discard() {
        setKept(undefined);
        setErrors(NONE);
      },
    };
  }, [texts, errors, units, countries, i18n, put, fail, setKept]);
}

export const isInline = (id: string): id is InlineField => INLINE_FIELDS.some((field) => field === id);

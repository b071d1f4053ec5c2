import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import type { ProductRow } from '@scanship/contracts/products/products';
import { type KeyboardEvent, useId } from 'react';
import type { InlineField } from '../model/drafts.ts';
import { FIELD_WORDS } from '../model/words.ts';
import type { Inline } from './use-inline.ts';

interface Props {
  readonly row: ProductRow;
  readonly field: InlineField;
  readonly inline: Inline;
  readonly unit?: string | undefined;
}

/** A value that is changed where it stands: Enter saves and goes down, Tab saves and goes on, Escape takes back. */
export function InlineCell({ row, field, inline, unit }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const hint = useId();
  const error = inline.errorOf(row, field);
  const name = row.sku || row.title;
  const word = i18n._(FIELD_WORDS[field]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      inline.undo(row, field);
      event.currentTarget.select();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!inline.commit(row, field)) return;
      const down =
        event.currentTarget.closest('tr')?.[event.shiftKey ? 'previousElementSibling' : 'nextElementSibling'];
      const next = down?.querySelector<HTMLInputElement>(`[data-field="${field}"]`);
      next?.focus();
      next?.select();
    }
  };
  return (
    <span className="cell-edit" data-wrong={error !== undefined}>
      <input
        type="text"
        data-field={field}
        inputMode={field === 'originCountry' ? 'text' : 'decimal'}
        list={field === 'originCountry' ? 'product-countries' : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-label={t`${word} of ${name}`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : hint}
        title={error}
        placeholder="–"
        value={inline.textOf(row, field)}
        onChange={(event) => inline.type(row, field, event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => inline.commit(row, field)}
        onKeyDown={onKeyDown}
      />
      {unit && <span className="dim small">{unit}</span>}
      {error !== undefined && (
        <span id={hint} className="sr-only">
          {error}
        </span>
      )}
    </span>
  );
}

import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { InsuranceWish } from '@scanship/domain/automation/automation';
import { exponentOf } from '@scanship/domain/money/money';
import { parseDecimal } from '../../lib/format.ts';

interface Props {
  readonly value: InsuranceWish | null;
  readonly currency: string;
  readonly invalid?: boolean;
  /** The word for saying nothing; absent: something has to be said. */
  readonly none?: string;
  readonly onChange: (value: InsuranceWish | null) => void;
}

export function InsuranceField({ value, currency, invalid = false, none, onChange }: Props) {
  const { t } = useLingui();
  const unit = value?.mode === 'amount' ? value.amount.currency : currency;
  const [text, setText] = useState(() =>
    value?.mode === 'amount' ? String(value.amount.minor / 10 ** exponentOf(unit)) : '',
  );
  const amountOf = (typed: string): InsuranceWish => ({
    mode: 'amount',
    amount: { minor: Math.round((parseDecimal(typed) ?? 0) * 10 ** exponentOf(unit)), currency: unit },
  });
  return (
    <div className="row tight top">
      <NativeSelect
        aria-label={t`Insurance`}
        value={value?.mode ?? ''}
        data={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          { value: 'none', label: t`Not insured` },
          { value: 'orderTotal', label: t`For the value of the goods` },
          { value: 'amount', label: t`For an amount` },
        ]}
        onChange={(e) => {
          const mode = e.currentTarget.value;
          if (mode === 'none' || mode === 'orderTotal') onChange({ mode });
          else onChange(mode === 'amount' ? amountOf(text) : null);
        }}
      />
      {value?.mode === 'amount' && (
        <TextInput
          className="rule-number"
          aria-label={t`Insured amount`}
          inputMode="decimal"
          value={text}
          error={invalid && value.amount.minor <= 0 ? t`Enter an amount.` : undefined}
          rightSection={<span className="dim small">{unit}</span>}
          rightSectionWidth={44}
          onChange={(e) => {
            setText(e.currentTarget.value);
            onChange(amountOf(e.currentTarget.value));
          }}
        />
      )}
    </div>
  );
}

import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AutomationOptions, SimpleConditionDto } from '@scanship/contracts/shipping/automation';
import {
  ADDRESS_KINDS,
  NUMBER_OPERATORS,
  WORD_OPERATORS,
  type WordField,
} from '@scanship/domain/automation/automation';
import { fromGrams, toGrams } from '@scanship/domain/values/measure';
import { exponentOf } from '@scanship/domain/money/money';
import { useFormat } from '../../app/use-format.ts';
import { parseDecimal } from '../../lib/format.ts';
import { useCountries } from '../products/model/use-countries.ts';
import {
  ADDRESS_KIND_WORDS,
  FIELD_WORDS,
  NUMBER_OPERATOR_WORDS,
  SOURCE_WORDS,
  WORD_OPERATOR_WORDS,
} from './automation-words.ts';
import { blankCondition, FIELDS } from './rule-model.ts';
import { ValuesField } from './ValuesField.tsx';

interface Props {
  readonly condition: SimpleConditionDto;
  readonly options: AutomationOptions;
  readonly invalid: boolean;
  readonly onChange: (condition: SimpleConditionDto) => void;
}

export function ConditionRow({ condition, options, invalid, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const countries = useCountries();
  const name = i18n._(FIELD_WORDS[condition.field]);
  return (
    <div className="rule-line">
      <NativeSelect
        aria-label={t`Fact`}
        value={condition.field}
        data={FIELDS.map((field) => ({ value: field, label: i18n._(FIELD_WORDS[field]) }))}
        onChange={(e) => {
          const field = FIELDS.find((each) => each === e.currentTarget.value);
          if (field) onChange(blankCondition(field, options.currency));
        }}
      />
      {'yes' in condition ? (
        <NativeSelect
          aria-label={name}
          value={condition.yes ? 'yes' : 'no'}
          data={[
            { value: 'yes', label: t`yes` },
            { value: 'no', label: t`no` },
          ]}
          onChange={(e) => onChange({ ...condition, yes: e.currentTarget.value === 'yes' })}
        />
      ) : 'values' in condition ? (
        <>
          <NativeSelect
            aria-label={t`How ${name} is compared`}
            value={condition.op}
            data={WORD_OPERATORS.map((op) => ({ value: op, label: i18n._(WORD_OPERATOR_WORDS[op]) }))}
            onChange={(e) =>
              onChange({ ...condition, op: WORD_OPERATORS.find((op) => op === e.currentTarget.value) ?? 'is' })
            }
          />
          <ValuesField
            label={name}
            values={condition.values}
            invalid={invalid}
            choices={
              condition.op === 'contains' || condition.op === 'startsWith'
                ? undefined
                : condition.field === 'country'
                  ? countries.options
                  : choicesOf(condition.field, options, i18n)
            }
            onChange={(values) => onChange({ ...condition, values })}
          />
        </>
      ) : (
        <NumberFields condition={condition} name={name} invalid={invalid} onChange={onChange} />
      )}
    </div>
  );
}

function choicesOf(
  field: WordField,
  options: AutomationOptions,
  i18n: ReturnType<typeof useI18n>['i18n'],
): readonly { readonly value: string; readonly label: string }[] | undefined {
  const named = (list: readonly { readonly id: string; readonly name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  switch (field) {
    case 'store':
      return named(options.stores);
    case 'location':
      return named(options.locations);
    case 'platform':
      return [...new Set(options.stores.map((store) => store.platform))].map((value) => ({ value, label: value }));
    case 'source':
      return (['store', 'manual', 'file', 'api'] as const).map((value) => ({
        value,
        label: i18n._(SOURCE_WORDS[value]),
      }));
    case 'addressKind':
      return ADDRESS_KINDS.map((value) => ({ value, label: i18n._(ADDRESS_KIND_WORDS[value]) }));
    default:
      return undefined;
  }
}

type NumberCondition = Extract<SimpleConditionDto, { value: number }>;

function NumberFields({
  condition,
  name,
  invalid,
  onChange,
}: {
  readonly condition: NumberCondition;
  readonly name: string;
  readonly invalid: boolean;
  readonly onChange: (condition: SimpleConditionDto) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { weightUnit } = useFormat();
  const currency = condition.currency ?? 'CAD';
  const shown = (value: number | null | undefined): string => {
    if (value === null || value === undefined) return '';
    if (condition.field === 'weight') return String(fromGrams(value, weightUnit, 3));
    return condition.field === 'total' ? String(value / 10 ** exponentOf(currency)) : String(value);
  };
  const read = (text: string): number => {
    const typed = parseDecimal(text);
    if (typed === undefined || typed < 0) return Number.NaN;
    if (condition.field === 'weight') return toGrams(typed, weightUnit);
    return Math.round(condition.field === 'total' ? typed * 10 ** exponentOf(currency) : typed);
  };
  const unit = condition.field === 'weight' ? weightUnit : condition.field === 'total' ? currency : undefined;
  const [value, setValue] = useState(() => shown(condition.value));
  const [to, setTo] = useState(() => shown(condition.to));
  const field = (
    label: string,
    text: string,
    set: (text: string) => void,
    change: (n: number) => SimpleConditionDto,
  ) => (
    <TextInput
      className="rule-number"
      aria-label={label}
      inputMode="decimal"
      value={text}
      error={invalid && Number.isNaN(read(text)) ? t`Enter a number.` : undefined}
      rightSection={unit && <span className="dim small">{unit}</span>}
      rightSectionWidth={44}
      onChange={(e) => {
        set(e.currentTarget.value);
        onChange(change(read(e.currentTarget.value)));
      }}
    />
  );
  return (
    <>
      <NativeSelect
        aria-label={t`How ${name} is compared`}
        value={condition.op}
        data={NUMBER_OPERATORS.map((op) => ({ value: op, label: i18n._(NUMBER_OPERATOR_WORDS[op]) }))}
        onChange={(e) => {
          const op = NUMBER_OPERATORS.find((each) => each === e.currentTarget.value) ?? 'gte';
          onChange({ ...condition, op, to: op === 'between' ? (condition.to ?? null) : null });
        }}
      />
      {field(name, value, setValue, (n) => ({ ...condition, value: n }))}
      {condition.op === 'between' && field(t`Up to`, to, setTo, (n) => ({ ...condition, to: n }))}
    </>
  );
}

import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { HELD_ORDERS, HOLD_CODES, type ImportSettings, type StoreDetail } from '@scanship/contracts/stores/stores';

/** What comes in from the store, from when, and in which state. */
export function ImportFields({
  value,
  onChange,
  offered,
}: {
  readonly value: ImportSettings;
  readonly onChange: (value: ImportSettings) => void;
  /** What the platform can do at all. */
  readonly offered: StoreDetail['capabilities'];
}) {
  const { t } = useLingui();
  const change = (part: Partial<ImportSettings>) => onChange({ ...value, ...part });
  const reasons = {
    'payment-pending': t`Orders whose payment is pending`,
    'on-hold': t`Orders the store holds`,
    'fraud-review': t`Orders under review for fraud`,
  };
  const ways = {
    hold: t`Import and hold here too`,
    open: t`Import, ready to ship`,
    'leave-out': t`Leave out until the store releases them`,
  };
  return (
    <>
      {offered.products && (
        <Switch
          label={t`Import products`}
          checked={value.products}
          onChange={(event) => change({ products: event.currentTarget.checked })}
        />
      )}
      <TextInput
        type="date"
        label={t`Import orders placed from`}
        description={t`Empty: all that the store shows. Orders that are here already stay.`}
        value={value.from ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || null })}
      />
      <Switch
        label={t`Import orders that are already shipped or cancelled`}
        checked={value.finished}
        onChange={(event) => change({ finished: event.currentTarget.checked })}
      />
      {HOLD_CODES.map((code) => (
        <NativeSelect
          key={code}
          label={reasons[code]}
          value={value.held[code]}
          data={HELD_ORDERS.map((way) => ({ value: way, label: ways[way] }))}
          onChange={(event) => {
            const way = HELD_ORDERS.find((each) => each === event.currentTarget.value) ?? 'hold';
            change({ held: { ...value.held, [code]: way } });
          }}
        />
      ))}
      <NumberInput
        label={t`Usual weight of one item, in grams`}
        description={t`Used where neither the order nor the product says. Applies to orders that come in from now on.`}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        value={value.defaultUnitGrams ?? ''}
        onChange={(grams) => change({ defaultUnitGrams: typeof grams === 'number' ? grams : null })}
      />
      {offered.fulfil && (
        <Switch
          label={t`Mark orders as shipped at the store when a label is bought`}
          checked={value.autoFulfil}
          onChange={(event) => change({ autoFulfil: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Customs details, only where the shipment crosses a border; what is missing is named and marked. */
import { HsCodeField } from '../../products/components/HsCodeField.tsx';
import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import type { CustomsDto } from '@scanship/contracts/common';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { fromGrams, toGrams } from '@scanship/domain/values/measure';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { exportReport, reportingCountry } from '@scanship/domain/shipping/export-report';
import { INCOTERMS, PARTY_TYPES, SHIPMENT_PURPOSES } from '@scanship/domain/shipping/shipment';
import { useState } from 'react';
import { parseDecimal } from '../../../lib/format.ts';
import { Fold } from '../../../ui/Fold.tsx';
import type { ShippingDraft, Units } from './draft.ts';
import { DutiesAccountFields } from './DutiesAccountFields.tsx';
import { ExportFilingFields } from './ExportFilingFields.tsx';
import { PrepaidDutyFields } from './PrepaidDutyFields.tsx';

interface Props {
  readonly order: OrderDetail;
  readonly draft: ShippingDraft;
  readonly units: Units;
  readonly onChange: (next: Partial<ShippingDraft>) => void;
}

export function CustomsEditor({ order, draft, units, onChange }: Props) {
  const { t } = useLingui();
  const customs = draft.customs ?? order.customs;
  if (!customs) return null;
  const set = (change: Partial<CustomsDto>) => onChange({ customs: { ...customs, ...change } });
  const purposes = {
    Return: t`Return`,
    Sale: t`Sale`,
    Sample: t`Sample`,
    Gift: t`Gift`,
    Documents: t`Documents`,
    'Inter-Company': t`Inter-company`,
  };
  const parties = { Receiver: t`Receiver`, Shipper: t`Shipper` };
  const pick = <T extends string>(list: readonly T[], value: string): T | undefined => list.find((v) => v === value);
  // Gaps of the proposal count until the person touches the details; then the carrier's own answer decides.
  const gaps = draft.customs ? [] : order.customsGaps;
  const sayGap = (gap: OrderDetail['customsGaps'][number]): string => {
    const item = order.items.find((each) => each.line === gap.line);
    const name = item?.title.trim() || item?.sku || String(gap.line);
    switch (item && gap.field) {
      case 'description':
        return t`Say what “${name}” is.`;
      case 'hsCode':
        return t`“${name}” has no HS code.`;
      case 'originCountry':
        return t`“${name}” has no country of origin.`;
      case 'unitGrams':
        return t`“${name}” has no weight.`;
      case 'unitValue':
        return t`“${name}” has no value.`;
      default:
        return gap.message;
    }
  };
  const indexOf = (line: number | null) =>
    line === null ? -1 : customs.items.findIndex((item) => item.lines?.includes(line));
  // The receiver's account is billed only where the receiver pays.
  const accountFor = (payer: CustomsDto['dutiesPaidBy']): Partial<CustomsDto> =>
    payer === 'Shipper' && customs.dutiesAccount?.holder === 'receiver' ? { dutiesAccount: null } : {};
  // Who pays the duties and the term say the same thing; one follows the other.
  const paidBy = (dutiesPaidBy: CustomsDto['dutiesPaidBy']) =>
    set({
      dutiesPaidBy,
      ...accountFor(dutiesPaidBy),
      incoterm: dutiesPaidBy === 'Shipper' ? 'DDP' : customs.incoterm === 'DDP' ? 'DAP' : customs.incoterm,
    });
  const term = (incoterm: CustomsDto['incoterm']) => {
    const dutiesPaidBy = incoterm === 'DDP' ? 'Shipper' : 'Receiver';
    set({ incoterm, dutiesPaidBy, ...accountFor(dutiesPaidBy) });
  };
  // The amounts stay as they were typed; only what they are in changes.
  const currency = (code: string) =>
    set({
      currency: code,
      items: customs.items.map((item) => ({ ...item, unitValue: { ...item.unitValue, currency: code } })),
      prepaidDuty: customs.prepaidDuty?.amount
        ? { ...customs.prepaidDuty, amount: { ...customs.prepaidDuty.amount, currency: code } }
        : customs.prepaidDuty,
    });
  const from = { countryCode: order.shipFrom?.address.countryCode ?? '' };
  const leaves = reportingCountry(from.countryCode);
  const { kind } = exportReport({ from, to: order.shipTo, customs });
  const report = kind === 'needed' ? 'due' : kind === 'unknown' ? 'unknown' : 'not-due';
  const isDue = report === 'due' && !customs.exportFiling;
  return (
    <Fold className="customs" asks={gaps.length > 0 || isDue}>
      <summary>
        <Trans>Customs</Trans>
        {isDue && (
          <span className="danger small">
            <Trans>export report due</Trans>
          </span>
        )}
        {gaps.length > 0 && (
          <span className="danger small">
            <Plural value={gaps.length} one="# detail missing" other="# details missing" />
          </span>
        )}
      </summary>
      <div className="stack">
        {gaps.length > 0 && (
          <div className="notice" data-tone="warn">
            <IconAlertTriangle size={16} aria-hidden />
            <ul className="stack tight">
              {gaps.map((gap) => (
                <li key={`${gap.line}${gap.field}`}>
                  {indexOf(gap.line) === -1 ? (
                    sayGap(gap)
                  ) : (
                    <UnstyledButton
                      className="link gap-link"
                      onClick={() => document.getElementById(fieldId(indexOf(gap.line), gap.field))?.focus()}
                    >
                      {sayGap(gap)}
                    </UnstyledButton>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="fields">
          <NativeSelect
            className="w4"
            label={t`Purpose`}
            value={customs.purpose}
            data={SHIPMENT_PURPOSES.map((value) => ({ value, label: purposes[value] }))}
            onChange={(e) => set({ purpose: pick(SHIPMENT_PURPOSES, e.currentTarget.value) ?? customs.purpose })}
          />
          <NativeSelect
            className="w4"
            label={t`Incoterm`}
            value={customs.incoterm}
            data={[...INCOTERMS]}
            onChange={(e) => term(pick(INCOTERMS, e.currentTarget.value) ?? customs.incoterm)}
          />
          <NativeSelect
            className="w4"
            label={t`Duties and taxes paid by`}
            value={customs.dutiesPaidBy}
            data={PARTY_TYPES.map((value) => ({ value, label: parties[value] }))}
            onChange={(e) => paidBy(pick(PARTY_TYPES, e.currentTarget.value) ?? customs.dutiesPaidBy)}
          />
          <NativeSelect
            className="w4"
            label={t`Currency`}
            value={customs.currency}
            data={[...new Set([order.total.currency, customs.currency, ...CURRENCIES])]}
            onChange={(e) => currency(e.currentTarget.value)}
          />
          <TextInput
            className="w4"
            label={t`Invoice number`}
            maxLength={40}
            value={customs.invoiceNumber ?? ''}
            placeholder={order.ecomOrderNumber}
            onChange={(e) => set({ invoiceNumber: e.currentTarget.value || null })}
          />
          <TextInput
            className="w4"
            label={t`Signed by`}
            maxLength={100}
            value={customs.signer ?? ''}
            onChange={(e) => set({ signer: e.currentTarget.value || null })}
          />
        </div>
        <DutiesAccountFields
          paidBy={customs.dutiesPaidBy}
          to={order.shipTo}
          value={customs.dutiesAccount}
          onChange={(dutiesAccount) => set({ dutiesAccount })}
        />
        {customs.items.map((item, i) => (
          <CustomsItem
            // Lines have no identity of their own and never change places.
            key={`${item.lines?.join('+') ?? item.sku ?? ''}-${i}-${draft.customs ? '' : `${item.unitGrams}-${item.unitValue.minor}`}`}
            index={i}
            item={item}
            units={units}
            gaps={gaps.filter((gap) => indexOf(gap.line) === i).map((gap) => gap.field)}
            onChange={(next) => set({ items: customs.items.map((other, j) => (j === i ? next : other)) })}
          />
        ))}
        {leaves && (
          <ExportFilingFields
            key={leaves}
            country={leaves}
            report={report}
            value={customs.exportFiling}
            onChange={(exportFiling) => set({ exportFiling })}
          />
        )}
        {order.shipTo.countryCode === 'US' && (
          <PrepaidDutyFields
            currency={customs.currency}
            value={customs.prepaidDuty}
            onChange={(prepaidDuty) => set({ prepaidDuty })}
          />
        )}
      </div>
    </Fold>
  );
}

/** Amounts of all of these have cents, so that changing the currency changes no amount. */
const CURRENCIES = ['CAD', 'USD', 'EUR', 'GBP', 'AUD'] as const;
const fieldId = (index: number, field: string) => `customs-${index}-${field}`;

type Item = CustomsDto['items'][number];
interface ItemProps {
  readonly index: number;
  readonly item: Item;
  readonly units: Units;
  readonly gaps: readonly string[];
  readonly onChange: (next: Item) => void;
}
function CustomsItem({ index, item, units, gaps, onChange }: ItemProps) {
  const { t } = useLingui();
  const n = index + 1;
  const [value, setValue] = useState(toDecimal(item.unitValue));
  const [weight, setWeight] = useState(
    item.unitGrams > 0 ? String(fromGrams(item.unitGrams, units.weight, units.weight === 'g' ? 0 : 3)) : '',
  );
  const gap = (field: string) => gaps.includes(field);
  return (
    <fieldset className="customs-item">
      <legend className="small strong">
        {n}. <span className="num">{item.quantity} ×</span>
      </legend>
      <div className="fields">
        <TextInput
          className="w12"
          id={fieldId(index, 'description')}
          label={t`Description for customs`}
          value={item.description}
          error={gap('description') || !item.description.trim()}
          onChange={(e) => onChange({ ...item, description: e.currentTarget.value })}
        />
        <HsCodeField
          className="w6"
          id={fieldId(index, 'hsCode')}
          label={t`HS code`}
          value={item.hsCode ?? ''}
          error={gap('hsCode')}
          onChange={(code) => onChange({ ...item, hsCode: code.replaceAll(/\D/g, '').slice(0, 12) || null })}
        />
        <TextInput
          className="w6"
          id={fieldId(index, 'originCountry')}
          label={t`Made in (country code)`}
          placeholder="CA"
          maxLength={2}
          value={item.originCountry ?? ''}
          error={gap('originCountry')}
          onChange={(e) =>
            onChange({ ...item, originCountry: e.currentTarget.value.toUpperCase().replaceAll(/[^A-Z]/g, '') || null })
          }
        />
        <TextInput
          className="w6"
          id={fieldId(index, 'unitValue')}
          label={t`Unit value`}
          inputMode="decimal"
          value={value}
          error={gap('unitValue') || !parseMoney(value, item.unitValue.currency)}
          rightSection={<span className="unit">{item.unitValue.currency}</span>}
          rightSectionWidth={48}
          onChange={(e) => {
            setValue(e.currentTarget.value);
            const amount = parseMoney(e.currentTarget.value, item.unitValue.currency);
            if (amount) onChange({ ...item, unitValue: amount });
          }}
        />
        <TextInput
          className="w6"
          id={fieldId(index, 'unitGrams')}
          label={t`Unit weight`}
          inputMode="decimal"
          value={weight}
          error={gap('unitGrams') || gap('weightGrams')}
          rightSection={<span className="unit">{units.weight}</span>}
          onChange={(e) => {
            setWeight(e.currentTarget.value);
            const typed = parseDecimal(e.currentTarget.value);
            if (typed !== undefined) onChange({ ...item, unitGrams: toGrams(typed, units.weight) });
          }}
        />
      </div>
    </fieldset>
  );
}

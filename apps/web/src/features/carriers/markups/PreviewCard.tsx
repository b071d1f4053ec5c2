import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MarkupRuleInput, PreviewedPrice } from '@scanship/contracts/money/markups';
import { toGrams } from '@scanship/domain/values/measure';
import { parseMoney } from '@scanship/domain/money/money';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { readPercent, readZones } from './markup-draft.ts';
import { examplesQuery, previewQuery } from './markups-api.ts';
import type { CarrierChoice } from './RuleCard.tsx';

interface Props {
  readonly buyerId: string | undefined;
  readonly currency: string;
  readonly carriers: readonly CarrierChoice[];
  /** Undefined while a rule cannot be read. */
  readonly rules: readonly MarkupRuleInput[] | undefined;
}

/** Examples priced under the rules on the screen, before they are saved. */
export function PreviewCard({ buyerId, currency, carriers, rules }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const seesCost = useProfile().rights.includes('rates.see-cost');
  const [carrier, setCarrier] = useState('');
  const [service, setService] = useState('');
  const [cost, setCost] = useState('10.00');
  const [list, setList] = useState('');
  const [tax, setTax] = useState('');
  const [kg, setKg] = useState('1');
  const [zones, setZones] = useState('domestic');
  const [real, setReal] = useState(false);
  const chosen = carriers.find((one) => one.id === carrier) ?? carriers[0];
  const services = chosen?.services ?? [];
  const minor = parseMoney(cost.trim().replace(',', '.'), currency)?.minor;
  const listMinor = list.trim() === '' ? undefined : parseMoney(list.trim().replace(',', '.'), currency)?.minor;
  const taxBp = readPercent(tax);
  const weight = Number(kg.replace(',', '.'));
  const read = readZones(zones);
  const wrong = {
    cost: minor === undefined || minor < 0,
    list: list.trim() !== '' && (listMinor === undefined || listMinor < 0),
    tax: taxBp === undefined || taxBp < 0 || taxBp > 10_000,
    kg: !Number.isFinite(weight) || weight < 0 || weight > 10_000,
    zones: read === undefined || read.length > 5,
  };
  const typed =
    wrong.cost || wrong.list || wrong.tax || wrong.kg || wrong.zones || minor === undefined
      ? []
      : [
          {
            kind: 'typed' as const,
            carrier: chosen?.id ?? 'any',
            service: services.find(({ code }) => code === service)?.code ?? services[0]?.code ?? 'any',
            zones: [...(read ?? [])],
            grams: kg.trim() === '' ? null : toGrams(weight, 'kg'),
            costMinor: minor,
            ...(listMinor !== undefined && { listMinor }),
            currency,
            taxPpm: (taxBp ?? 0) * 100,
          },
        ];
  const examples = useQuery({ ...examplesQuery(buyerId ?? ''), enabled: real && buyerId !== undefined && seesCost });
  const rates = real ? (examples.data?.examples ?? []).slice(0, 12) : [];
  const body = {
    buyerId: buyerId ?? null,
    rules: [...(rules ?? [])],
    examples: [...typed, ...rates.map(({ quoteId, rateId }) => ({ kind: 'rate' as const, quoteId, rateId }))],
  };
  const preview = useQuery({ ...previewQuery(body), enabled: rules !== undefined && body.examples.length > 0 });
  const names = [
    ...(typed.length > 0 ? [t`Typed amount`] : []),
    ...rates.map((one) => `${one.carrierName} · ${one.serviceName} · ${one.zones.at(-1) ?? ''}`),
  ];
  const field = (label: string, value: string, set: (text: string) => void, bad: boolean) => (
    <TextInput
      className="w3"
      label={label}
      value={value}
      error={bad ? t`This cannot be read.` : undefined}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <section className="card" aria-label={t`Try it`}>
      <div className="card-head">
        <h2>
          <Trans>Try it</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <div className="fields">
          <NativeSelect
            className="w3"
            label={t`Carrier`}
            value={chosen?.id ?? ''}
            data={carriers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setCarrier(event.currentTarget.value)}
          />
          <NativeSelect
            className="w3"
            label={t`Service`}
            value={services.some(({ code }) => code === service) ? service : (services[0]?.code ?? '')}
            data={services.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(event) => setService(event.currentTarget.value)}
          />
          {field(t`You pay (${currency})`, cost, setCost, wrong.cost)}
          {field(t`List price (${currency})`, list, setList, wrong.list)}
          {field(t`Tax (%)`, tax, setTax, wrong.tax)}
          {field(t`Weight (kg)`, kg, setKg, wrong.kg)}
          {field(t`Zones`, zones, setZones, wrong.zones)}
        </div>
        {buyerId !== undefined && seesCost && (
          <Checkbox
            label={t`Also with rates of their newest quotes`}
            checked={real}
            onChange={(event) => setReal(event.currentTarget.checked)}
          />
        )}
        {real && examples.data?.examples.length === 0 && (
          <p className="dim small">
            <Trans>They have asked for no rates on accounts of yours yet.</Trans>
          </p>
        )}
        {rules === undefined && (
          <p className="dim">
            <Trans>Correct the marked fields to see prices.</Trans>
          </p>
        )}
        {preview.isError && <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.isPending && preview.isFetching && <Skeletons rows={2} />}
        {preview.data && preview.data.prices.length === names.length && (
          <TableWrap label={t`Prices of the examples`}>
            <table className="plain-table" data-testid="markup-preview">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Example</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>You pay</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>They pay now</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>They will pay</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>You earn</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Rules</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {preview.data.prices.map((price, index) => (
                  <tr key={names[index]}>
                    <td>{names[index]}</td>
                    {price.problem === null ? (
                      <Amounts price={price} format={format} />
                    ) : (
                      <td colSpan={5}>{price.problem}</td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        )}
      </div>
    </section>
  );
}

function Amounts({ price, format }: { readonly price: PreviewedPrice; readonly format: ReturnType<typeof useFormat> }) {
  const { currency } = price.price;
  const before = (lines: PreviewedPrice['priceLines']): number =>
    lines.filter(({ kind }) => kind !== 'tax').reduce((sum, { amount }) => sum + amount.minor, 0);
  return (
    <>
      <td className="end num">{format.money(price.cost)}</td>
      <td className="end num">{format.money(price.priceNow)}</td>
      <td className="end num strong">{format.money(price.price)}</td>
      <td className="end num">
        {format.money({ minor: before(price.priceLines) - before(price.costLines), currency })}
      </td>
      <td>{price.applied.map((index) => index + 1).join(', ') || '–'}</td>
    </>
  );
}

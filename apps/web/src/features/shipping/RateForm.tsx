/** Parcels, options, customs, rates and the purchase of one order. */
import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders';
import type { DefaultSettings } from '@scanship/contracts/settings';
import { useFormat } from '../../app/use-format.ts';
import { BuyBar } from './BuyBar.tsx';
import { CustomsEditor } from './CustomsEditor.tsx';
import { firstDraft, toRequest, type ShippingDraft, type Units } from './draft.ts';
import { onFocusRates } from './focus.ts';
import { OptionFields } from './OptionFields.tsx';
import { ParcelFields } from './ParcelFields.tsx';
import { markRates, type RateSort, sortRates } from './rank-rates.ts';
import { askRates, keyOf, useRates } from './rates-store.ts';
import { RateList } from './RateList.tsx';

/** Typing must rest this long before carriers are asked. */
const REST_MS = 500;

interface Props {
  readonly order: OrderDetail;
  readonly settings: DefaultSettings | undefined;
  readonly additional: boolean;
}

export function RateForm({ order, settings, additional }: Props) {
  const format = useFormat();
  const units: Units = useMemo(
    () => ({ weight: format.weightUnit, length: format.lengthUnit, decimalComma: format.locale.startsWith('fr') }),
    [format],
  );
  const [draft, setDraft] = useState<ShippingDraft>(() => firstDraft(order, settings, units));
  const [sort, setSort] = useState<RateSort>('price');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [touched, setTouched] = useState(false);
  const rates = useRates(order.id);

  const { request, problems } = useMemo(
    () => toRequest(draft, order.id, order.total.currency, units),
    [draft, order, units],
  );
  const key = request ? keyOf(request) : undefined;
  const addressBad = order.shipToProblems.some((p) => p.severity === 'error');
  const shown = rates && rates.key === key ? rates : undefined;

  // Asks by itself once for each set of inputs; after the list cleared the rates a person asks again.
  const asked = useRef<string | undefined>(shown?.key);
  useEffect(() => {
    if (!request || !key || addressBad || asked.current === key) return undefined;
    const timer = setTimeout(() => {
      asked.current = key;
      void askRates(order.id, request);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [key, request, addressBad, order.id]);

  const sorted = useMemo(() => sortRates(shown?.rates ?? [], sort), [shown, sort]);
  const marks = useMemo(() => markRates(shown?.rates ?? []), [shown]);
  // Until a person chooses, the first of the list is chosen; a rate that went away is not.
  const current = sorted.find((r) => r.id === chosen) ?? sorted[0];

  const list = useRef<HTMLElement>(null);
  useEffect(() =>
    onFocusRates(() => {
      const radio = list.current?.querySelector<HTMLElement>('input[type=radio]:checked');
      radio?.focus();
      return radio !== undefined && radio !== null;
    }),
  );
  const change = (next: Partial<ShippingDraft>) => {
    setTouched(true);
    setDraft((d) => ({ ...d, ...next }));
  };

  return (
    <>
      <ParcelFields draft={draft} problems={touched ? problems : {}} units={units} onChange={change} />
      <OptionFields
        draft={draft}
        shipDate={draft.shipDate || shown?.shipDate}
        problems={problems}
        currency={order.total.currency}
        onChange={change}
      />
      {order.customs && <CustomsEditor order={order} draft={draft} units={units} onChange={change} />}
      <section ref={list} className="stack">
        {addressBad ? (
          <p className="dim small">
            <Trans>Correct the address to see rates.</Trans>
          </p>
        ) : !request ? (
          <p className="dim small">
            {problems.customs ? (
              <Trans>Complete the customs details to see rates.</Trans>
            ) : (
              <Trans>Enter weight and sizes to see rates.</Trans>
            )}
          </p>
        ) : shown ? (
          <RateList
            rates={shown}
            sorted={sorted}
            marks={marks}
            sort={sort}
            chosen={current?.id}
            onSort={setSort}
            onChoose={setChosen}
            onRetry={(grantId) => void askRates(order.id, shown.request, grantId)}
            onAgain={() => void askRates(order.id, shown.request)}
          />
        ) : (
          <Button
            variant="default"
            onClick={() => {
              asked.current = key;
              void askRates(order.id, request);
            }}
          >
            <Trans>Get rates</Trans>
          </Button>
        )}
      </section>
      {shown && current && (
        <BuyBar
          order={order}
          rate={current}
          quoteId={shown.quoteOf.get(current.id) ?? ''}
          additional={additional}
          onStale={() => void askRates(order.id, shown.request)}
        />
      )}
    </>
  );
}

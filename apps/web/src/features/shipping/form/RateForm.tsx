/** Parcels, options, customs, rates and the purchase of one order. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plural, Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { PresetDto } from '@scanship/contracts/shipping/automation';
import type { PackageEntry } from '@scanship/contracts/products/packages';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import { useFormat } from '../../../app/use-format.ts';
import { BuyBar } from '../BuyBar.tsx';
import { CustomsEditor } from './CustomsEditor.tsx';
import { firstDraft, type ShippingDraft, suggestedParcels, toRequest, type Units, weighParcels } from './draft.ts';
import { onFocusRates } from '../focus.ts';
import { OptionFields } from './OptionFields.tsx';
import { ParcelFields } from './ParcelFields.tsx';
import { fitToOrder, openLines } from './packing.ts';
import { packagesQuery, packingQuery, presetsQuery } from './panel-api.ts';
import { PresetBar } from './PresetBar.tsx';
import { wishedRate, withPreset } from './presets.ts';
import { canBeBought, markRates, type RateSort, sortRates } from '../rates/rank-rates.ts';
import { askRates, keyOf, type Rates, useRates } from '../rates/rates-store.ts';
import { RateList } from '../rates/RateList.tsx';
import { TogetherFields } from './TogetherFields.tsx';
import { wishedWith } from './together-wish.ts';
import { Skeletons } from '../../../ui/states.tsx';

/** Typing must rest this long before carriers are asked. */
const REST_MS = 500;
const NO_BOXES: readonly PackageEntry[] = [];
const NO_PRESETS: readonly PresetDto[] = [];
/** What was typed for an order stays while other orders are looked at. */
const kept = new Map<string, ShippingDraft>();

interface Props {
  readonly order: OrderDetail;
  readonly settings: DefaultSettings | undefined;
  readonly additional: boolean;
  /** The shipment that comes back; `order` is then what lies in it (`returnOrder`). */
  readonly returnOf?: string | undefined;
}

export function RateForm(props: Props) {
  const packages = useQuery(packagesQuery);
  // Sizes of the default box must not jump in later; without the list, sizes are typed.
  if (packages.isPending && packages.fetchStatus !== 'idle') return <Skeletons rows={4} height={22} />;
  return <Form {...props} boxes={packages.data?.packages ?? NO_BOXES} />;
}

function Form({ order, settings, additional, returnOf, boxes }: Props & { readonly boxes: readonly PackageEntry[] }) {
  const format = useFormat();
  const presets = useQuery(presetsQuery).data?.presets ?? NO_PRESETS;
  const units: Units = useMemo(
    () => ({ weight: format.weightUnit, length: format.lengthUnit, decimalComma: format.locale.startsWith('fr') }),
    [format],
  );
  const place = `${order.id}/${returnOf ?? String(additional)}`;
  const [draft, setDraft] = useState<ShippingDraft>(() => startOf(kept.get(place), order, settings, units, boxes));
  const [sort, setSort] = useState<RateSort>('price');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [touched, setTouched] = useState(kept.has(place));
  const [preset, setPreset] = useState<Applied | undefined>(undefined);
  const rates = useRates(order.id);
  const packing = useQuery({ ...packingQuery(order), enabled: boxes.length > 0 && !additional && !returnOf }).data
    ?.suggestions[0];
  const packed = useMemo(
    () => suggestedParcels(packing, draft.parcels, units, boxes),
    [packing, draft.parcels, units, boxes],
  );

  const { request, problems } = useMemo(
    () => toRequest(draft, order, units, boxes, returnOf),
    [draft, order, units, boxes, returnOf],
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
  // Until a person chooses, the one the preset means is chosen, else the first of the list; a rate that went away is not.
  const wished = useMemo(() => wishedRate(shown?.rates ?? [], preset?.choice), [shown, preset]);
  const current = sorted.find((r) => r.id === chosen) ?? wished ?? sorted.find(canBeBought) ?? sorted[0];

  const list = useRef<HTMLElement>(null);
  useEffect(() =>
    onFocusRates(() => {
      const radio = list.current?.querySelector<HTMLElement>('input[type=radio]:checked');
      radio?.focus();
      return radio !== undefined && radio !== null;
    }),
  );
  const put = (next: ShippingDraft) => {
    setTouched(true);
    kept.set(place, next);
    setDraft(next);
  };
  const change = (next: Partial<ShippingDraft>) => put({ ...draft, ...next });
  const apply = (wanted: PresetDto) => {
    const next = withPreset(draft, wanted, { boxes, units, order });
    put({ ...next, parcels: weighParcels(next.parcels, order, settings, units, boxes) });
    setChosen(undefined);
    setPreset({ name: wanted.name, choice: wanted.choice, before: draft });
  };
  const undo = () => {
    if (preset) put(preset.before);
    setPreset(undefined);
  };

  return (
    <>
      <PresetBar presets={presets} applied={preset?.name} onApply={apply} onUndo={undo} />
      <TogetherFields order={order} chosen={draft.withOrderIds} onChange={(withOrderIds) => change({ withOrderIds })} />
      {packed && draft.withOrderIds.length === 0 && (
        <div className="notice">
          <div className="grow">
            <Plural value={packed.length} one="It fits into one box:" other="It fits into # boxes:" />{' '}
            <span className="strong">{packing?.parcels.map((each) => each.packageName).join(', ')}</span>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => change({ parcels: weighParcels(packed, order, settings, units, boxes) })}
          >
            <Trans>Pack it so</Trans>
          </Button>
        </div>
      )}
      <ParcelFields
        order={order}
        draft={draft}
        boxes={boxes}
        settings={settings}
        problems={touched ? problems : {}}
        units={units}
        onChange={change}
      />
      <OptionFields
        draft={draft}
        shipDate={draft.shipDate || shown?.shipDate}
        problems={problems}
        currency={order.total.currency}
        onChange={change}
      />
      {order.customs && !returnOf && <CustomsEditor order={order} draft={draft} units={units} onChange={change} />}
      <section ref={list} className="stack">
        {addressBad ? (
          <p className="dim small">
            <Trans>Correct the address to see rates.</Trans>
          </p>
        ) : !request ? (
          <p className="dim small">
            {problems.customs ? (
              <Trans>Complete the customs details to see rates.</Trans>
            ) : Object.values(problems).includes('empty') ? (
              <Trans>Say what is in each parcel to see rates.</Trans>
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
      {shown && current && order.customs && asksDuties(shown, current) && (
        <Suspense fallback={null}>
          <LandedCostNote key={current.id} quoteId={shown.quoteOf.get(current.id) ?? ''} rateId={current.id} />
        </Suspense>
      )}
      {shown && current && (
        <BuyBar
          order={order}
          rate={current}
          quoteId={shown.quoteOf.get(current.id) ?? ''}
          additional={additional}
          quick={settings?.quickShip ?? false}
          onStale={() => void askRates(order.id, shown.request)}
          onBought={() => kept.delete(place)}
        />
      )}
    </>
  );
}

const LandedCostNote = lazy(() => import('../rates/LandedCostNote.tsx'));

/** Whether the carrier of a rate can be asked for duties. */
const asksDuties = ({ carriers, rates }: Rates, rate: RateDto): boolean =>
  rates.includes(rate) && (carriers.find(({ grantId }) => grantId === rate.grantId)?.landedCost ?? false);

interface Applied {
  readonly name: string;
  readonly choice: PresetDto['choice'];
  readonly before: ShippingDraft;
}

/** What was typed before, in the units there are now; else the usual beginning. */
function startOf(
  before: ShippingDraft | undefined,
  order: OrderDetail,
  settings: DefaultSettings | undefined,
  units: Units,
  boxes: readonly PackageEntry[],
): ShippingDraft {
  if (!before) return { ...firstDraft(order, settings, units, boxes), withOrderIds: wishedWith(order) };
  return { ...before, parcels: fitToOrder(before.parcels, openLines(order)) };
}

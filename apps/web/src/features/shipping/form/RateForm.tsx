/** Parcels, options, customs, rates and the purchase of one order. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plural, Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { PresetDto } from '@scanship/contracts/shipping/automation';
import type { PackageEntry } from '@scanship/contracts/products/packages';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import type { DecisionDto } from '@scanship/contracts/shipping/automation';
import { useFormat } from '../../../app/use-format.ts';
import { BuyBar } from '../BuyBar.tsx';
import { CustomsEditor } from './CustomsEditor.tsx';
import { decidedChoice } from './decided.ts';
import { firstDraft, type ShippingDraft, suggestedParcels, toRequest, type Units, weighParcels } from './draft.ts';
import { onFocusRates } from '../focus.ts';
import { MissingForRates } from './MissingForRates.tsx';
import { OptionFields } from './OptionFields.tsx';
import { ParcelFields } from './ParcelFields.tsx';
import { fitToOrder, openLines } from './packing.ts';
import { automationQuery, packagesQuery, packingQuery, presetsQuery } from './panel-api.ts';
import { PresetBar } from './PresetBar.tsx';
import { wishedRate, withPreset } from './presets.ts';
import { canBeBought, customsGapsOf, type Punctuality, sortRates } from '../rates/rank-rates.ts';
import { wishOf } from '../rates/rate-view.ts';
import { RateReasons } from '../rates/RateReasons.tsx';
import { RatesSection } from '../rates/RatesSection.tsx';
import { focusQuietly } from '../rates/RateTable.tsx';
import { askRates, keyOf, type Rates, useRates } from '../rates/rates-store.ts';
import { useSteady } from '../rates/use-steady.ts';
import { ShipSummary } from './ShipSummary.tsx';
import { TogetherFields } from './TogetherFields.tsx';
import { wishedWith } from './together-wish.ts';
import { Skeletons } from '../../../ui/states.tsx';

/** Typing must rest this long before carriers are asked. */
const REST_MS = 500;
const NO_BOXES: readonly PackageEntry[] = [];
const NO_PRESETS: readonly PresetDto[] = [];
const NO_RATES: Rates = {
  key: '',
  request: { orderId: '', parcels: [] },
  quoteOf: new Map(),
  carriers: [],
  rates: [],
  problems: [],
  running: false,
  error: undefined,
};
/** What was typed for an order stays while other orders are looked at. */
const kept = new Map<string, ShippingDraft>();

interface Props {
  readonly order: OrderDetail;
  readonly settings: DefaultSettings | undefined;
  readonly additional: boolean;
  /** The shipment that comes back; `order` is then what lies in it (`returnOrder`). */
  readonly returnOf?: string | undefined;
  readonly onBought: () => void;
  readonly onEditAddress: () => void;
  /** Address and items; given away for one line each while the rates need the room. */
  readonly details?: ReactNode;
}

export function RateForm(props: Props) {
  const packages = useQuery(packagesQuery);
  const automation = useQuery({ ...automationQuery(props.order), enabled: props.returnOf === undefined });
  // Neither sizes of the default box nor what rules ask for may jump in later; without the lists, all is typed.
  const known = automation.data?.punctuality;
  const punctuality = useMemo(() => new Map(known?.map(({ carrier, ...own }) => [carrier, own])), [known]);
  const waits = [packages, automation].some((each) => each.isPending && each.fetchStatus !== 'idle');
  if (waits)
    return (
      <>
        {props.details}
        <Skeletons rows={4} height={22} />
      </>
    );
  return (
    <Form
      {...props}
      boxes={packages.data?.packages ?? NO_BOXES}
      decision={automation.data?.decision}
      punctuality={punctuality}
    />
  );
}

interface FormProps extends Props {
  readonly boxes: readonly PackageEntry[];
  /** What rules and settings would do; undefined for a return. */
  readonly decision: DecisionDto | undefined;
  readonly punctuality: Punctuality;
}

function Form(props: FormProps) {
  const { order, settings, additional, returnOf, details, boxes, decision, punctuality, onBought, onEditAddress } =
    props;
  const format = useFormat();
  const presets = useQuery(presetsQuery).data?.presets ?? NO_PRESETS;
  const units: Units = useMemo(
    () => ({ weight: format.weightUnit, length: format.lengthUnit, decimalComma: format.locale.startsWith('fr') }),
    [format],
  );
  const place = `${order.id}/${returnOf ?? String(additional)}`;
  const [draft, setDraft] = useState<ShippingDraft>(() =>
    startOf(kept.get(place), order, settings, units, boxes, decision),
  );
  const [inUse, setInUse] = useState(false);
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

  const steady = useSteady(shown ?? NO_RATES, inUse);
  const offered = steady.rates.rates;
  const wish = useMemo(() => wishOf(decision, offered), [decision, offered]);
  const gaps = useMemo(() => customsGapsOf(offered), [offered]);
  // Until a person chooses, the one the preset means is chosen, else what the rules, the buyer or the settings want, else the
  // cheapest that can be bought; a rate that went away is not.
  const current = useMemo(() => {
    const byPrice = sortRates(offered, 'price');
    return (
      offered.find((r) => r.id === chosen) ??
      wishedRate(offered, preset?.choice) ??
      wish.usual ??
      byPrice.find(canBeBought) ??
      byPrice[0]
    );
  }, [offered, chosen, preset, wish]);

  const list = useRef<HTMLElement>(null);
  useEffect(() =>
    onFocusRates(() => {
      const radio = list.current?.querySelector<HTMLElement>('input[type=radio]:checked');
      if (radio) focusQuietly(radio);
      return radio !== undefined && radio !== null;
    }),
  );
  // Complete as it came: nobody needs the fields before the rates. Whoever types closes them again.
  const [folded, setFolded] = useState(() => request !== undefined && !addressBad);
  const edit = () => {
    setFolded(false);
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('input, select')?.focus());
  };
  const fields = useRef<HTMLDivElement>(null);
  const goOn = useRef<() => boolean>(null);
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

  const isFolded = folded && request !== undefined && !addressBad;
  return (
    <>
      {!isFolded && details}
      {isFolded && (
        <ShipSummary
          order={order}
          draft={draft}
          boxes={boxes}
          units={units}
          shipDate={draft.shipDate || shown?.shipDate}
          gaps={order.customs && !draft.customs ? order.customsGaps.length : 0}
          onEdit={edit}
          onEditAddress={onEditAddress}
        />
      )}
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
            <Trans>Use these boxes</Trans>
          </Button>
        </div>
      )}
      {!isFolded && (
        <div ref={fields} className="ship-fields">
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
          {request && !addressBad && (
            <Button variant="subtle" size="compact-sm" onClick={() => setFolded(true)}>
              <Trans>Close these fields</Trans>
            </Button>
          )}
        </div>
      )}
      <section ref={list} className="rate-section">
        {addressBad ? (
          <p className="dim small">
            <Trans>Correct the address to see rates.</Trans>
          </p>
        ) : !request ? (
          <p className="dim small">
            <MissingForRates problems={problems} />
          </p>
        ) : shown ? (
          <RatesSection
            rates={steady.rates}
            live={shown}
            waiting={steady.waiting}
            wish={wish}
            decision={decision}
            punctuality={punctuality}
            chosen={current?.id}
            reasons={
              <RateReasons
                decision={decision}
                draft={draft}
                gaps={gaps}
                notOffered={!shown.running && offered.length > 0 && wish.usual === undefined}
              />
            }
            onShow={steady.show}
            onUse={setInUse}
            onChoose={setChosen}
            onGoOn={() => goOn.current?.() ?? false}
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
      {shown && current && order.customs && gaps.length === 0 && asksDuties(steady.rates, current) && (
        <Suspense fallback={null}>
          <LandedCostNote key={current.id} quoteId={steady.rates.quoteOf.get(current.id) ?? ''} rateId={current.id} />
        </Suspense>
      )}
      {shown && current && (
        <BuyBar
          order={order}
          rate={current}
          quoteId={steady.rates.quoteOf.get(current.id) ?? ''}
          additional={additional}
          quick={settings?.quickShip ?? false}
          go={goOn}
          onStale={() => void askRates(order.id, shown.request)}
          onBought={() => {
            kept.delete(place);
            onBought();
          }}
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
  decision: DecisionDto | undefined,
): ShippingDraft {
  if (!before) {
    const usual = firstDraft(order, settings, units, boxes);
    const first = decision ? withPreset(usual, { choice: decidedChoice(decision) }, { boxes, units, order }) : usual;
    return {
      ...first,
      parcels: weighParcels(first.parcels, order, settings, units, boxes),
      withOrderIds: wishedWith(order),
    };
  }
  return { ...before, parcels: fitToOrder(before.parcels, openLines(order)) };
}

/** Prices of all services of a lane in one question. */
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { accountOf } from './account.ts';
import { call } from './client.ts';
import { shipmentMessage } from './messages.ts';
import { dangerousMode, SERVICE_ID } from './options.ts';
import { baseService, type Pack, packOf, packOfService, regionOf, serviceName } from './services.ts';

/** Accounts are billed in Canadian dollars; the answer names no currency. */
const CURRENCY = 'CAD';

/** Pure but for the question about dangerous goods, which only the lane answers. */
async function question(input: RateInput, env: CarrierEnv): Promise<XmlTree> {
  const { shipment } = input;
  const goods = shipment.options.dangerousGoods?.kind;
  const [only, ...others] = input.services ?? [];
  const service =
    only !== undefined && others.length === 0
      ? only
      : baseService(regionOf(shipment.to.countryCode), packOf(shipment), goods === 'limited-quantity');
  return {
    Shipment: shipmentMessage(shipment, {
      account: accountOf(env),
      service,
      estimate: true,
      dangerousMode: await dangerousMode(shipment, service, env),
    }),
    ShowAlternativeServicesIndicator: only === undefined || others.length > 0,
  };
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const pack = packOf(input.shipment);
  const { answer } = await call(env, {
    service: 'estimating',
    operation: 'GetFullEstimate',
    name: 'rates',
    body: await question(input, env),
    readOnly: true,
    language: input.shipment.language,
  });
  return readRates(answer, pack, input.services ?? []);
}

export function readRates(answer: ObjectReader, pack: Pack, wanted: readonly string[]): RateAnswer {
  const offers = answer.has('ShipmentEstimates')
    ? answer.object('ShipmentEstimates').list('ShipmentEstimate', offer)
    : [];
  if (!answer.has('ShipmentEstimates')) answer.problems.push('The answer names no service.');
  const problems: RateProblem[] = answer.problems.map((message) => ({ message }));
  // Services of other packagings are priced beside, yet this parcel cannot go with them.
  const fitting = offers.filter(
    (o) => packOfService(o.service) === pack && (wanted.length === 0 || wanted.includes(o.service)),
  );
  // A purchase names the service alone: of two prices the dearer is told, so that nobody is billed more than was shown.
  const once: RateOffer[] = [];
  for (const offered of fitting.toSorted((a, b) => b.total.minor - a.total.minor)) {
    const { service, serviceName: name } = offered;
    const dearest = once.find((other) => other.service === service);
    if (!dearest) once.push(offered);
    else if (dearest.total.minor !== offered.total.minor)
      problems.push({ service, message: `Purolator gave several prices for ${name}; the highest is shown.` });
  }
  return { offers: fitting.filter((offered) => once.includes(offered)), problems };
}

type Line = { readonly kind: PriceLine['kind']; readonly code: string; readonly label: string };

/** Lines of one part of the price; amounts of zero are left out, as Purolator lists every tax. */
function part(parent: ObjectReader, list: string, item: string, read: (i: ObjectReader) => Line): readonly PriceLine[] {
  if (!parent.has(list)) return [];
  const within = parent.object(list);
  if (!within.has(item)) return [];
  return within
    .strictList(item, (i): PriceLine => ({ ...read(i), amount: i.money('Amount', CURRENCY) }))
    .filter((line) => line.amount.minor !== 0);
}

const CODE = /^[A-Za-z0-9/ -]{1,40}$/;
/** "ResidentialDelivery" as words: descriptions come in any wording, and a damaged one must not cost the price. */
const labelled = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').replace('PSTQST', 'PST/QST');

function offer(e: ObjectReader): RateOffer {
  const service = e.string('ServiceID', SERVICE_ID);
  const lines: readonly PriceLine[] = [
    { kind: 'base', code: 'BASE', label: 'Transportation', amount: e.money('BasePrice', CURRENCY) },
    ...part(e, 'Surcharges', 'Surcharge', (i) => {
      const code = i.string('Type', CODE);
      return { kind: code === 'Fuel' ? 'fuel' : 'surcharge', code, label: labelled(code) };
    }),
    ...part(e, 'OptionPrices', 'OptionPrice', (i) => {
      const code = i.string('ID', CODE);
      return { kind: 'option', code, label: labelled(code) };
    }),
    ...part(e, 'Taxes', 'Tax', (i) => {
      const code = i.string('Type', CODE);
      return { kind: 'tax', code, label: labelled(code) };
    }),
  ];
  return {
    service,
    serviceName: serviceName(service),
    ...addedUp(e.path, lines, e.money('TotalPrice', CURRENCY)),
    transitDays: e.maybe('EstimatedTransitDays', (n) => e.integer(n, 0)),
    deliverBy: e.maybe('ExpectedDeliveryDate', (n) => e.date(n)),
  };
}

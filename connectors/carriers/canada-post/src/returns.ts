/**
 * Authorized returns (v2): a label from the buyer back to the seller. It is billed when it is used, so one that was made twice
 * costs nothing; there is no way to ask for it again.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, invalidInput } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import { accountOf, type Account } from './account.ts';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';
import { canadianPostalCode, fitting, parcelMessage, shortened } from './messages.ts';
import { PIN, readLinks, trackingPage } from './shipment-answer.ts';

const NAME = manifest.name;
function party(a: Address, side: 'from' | 'to'): XmlTree {
  const name = fitting(a.name, 44, 'The name', `${side}.name`);
  const city = fitting(a.city, 40, 'The city', `${side}.city`);
  const line = fitting(a.address1, 44, 'The first line of the address', `${side}.address1`);
  if (name === undefined) throw invalidInput('The address needs a name.', `${side}.name`);
  if (city === undefined) throw invalidInput('The address needs a city.', `${side}.city`);
  if (line === undefined) throw invalidInput('The address needs a first line.', `${side}.address1`);
  if (!/^[A-Z]{2}$/.test(a.provinceCode)) throw invalidInput('The address needs a province.', `${side}.provinceCode`);
  return {
    name,
    company: fitting(a.companyName, 44, 'The company', `${side}.companyName`),
    'domestic-address': {
      'address-line-1': line,
      'address-line-2': fitting(a.address2, 44, 'The second line of the address', `${side}.address2`),
      city,
      province: a.provinceCode,
      'postal-code': canadianPostalCode(a.zipcode, `${side}.zipcode`),
    },
  };
}

/** @throws ConnectorError `invalid-input` or `refused` for what a return label cannot be */
export function returnMessage(input: ShipInput, account: Account): XmlTree {
  const { shipment: s, service } = input;
  const [parcel] = s.parcels;
  if (!parcel || s.parcels.length !== 1) throw invalidInput(`${NAME} takes one parcel a return label.`, 'parcels');
  if (s.from.countryCode !== 'CA' || s.to.countryCode !== 'CA')
    throw fail('refused', `${NAME} makes return labels only inside Canada.`, { field: 'from.countryCode' });
  if (!service.startsWith('DOM.'))
    throw fail('refused', `${NAME} does not bring parcels back by this service.`, { field: 'service' });
  if ((s.options.signature ?? 'none') !== 'none')
    throw invalidInput(`${NAME} takes no signature for a return.`, 'options.signature');
  if (s.options.insuredValue) throw invalidInput(`${NAME} takes no coverage for a return.`, 'options.insuredValue');
  const phone = fitting(s.to.phone, 25, 'The telephone number', 'to.phone');
  return {
    'service-code': service,
    returner: party(s.from, 'from'),
    receiver: { ...party(s.to, 'to'), 'receiver-voice-number': phone },
    'parcel-characteristics': parcelMessage(parcel),
    'print-preferences': { 'output-format': '4x6', encoding: input.labelFormat === 'zpl' ? 'ZPL' : 'PDF' },
    'settlement-info':
      account.contract === undefined
        ? undefined
        : { 'paid-by-customer': account.paidBy, 'contract-id': account.contract },
    references: {
      'customer-ref-1': s.references[0] === undefined ? undefined : shortened(s.references[0], 35),
      'customer-ref-2': input.reference,
    },
  };
}

/** Nothing for a parcel that goes out. */
export async function makeReturn(
  input: ShipInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<ShipResult>> {
  if (!input.shipment.return) return { kind: 'done' };
  const account = accountOf(env);
  const response = await exchange(env, 'authreturn', {
    method: 'POST',
    path: path`/rs/${account.customer}/${account.customer}/authorizedreturn`,
    name: 'create return label',
    language: input.shipment.language,
    content: { root: 'authorized-return', tree: returnMessage(input, account) },
  });
  const answer = parse(response).object('authorized-return-info');
  const trackingNumber = answer.string('tracking-pin', PIN);
  const links = readLinks(answer);
  // The schema says returnLabel, recorded answers say label.
  const label = links.returnLabel ?? links.label;
  if (label === undefined) throw new FieldProblem(answer.at('links'), 'has no link to the label');
  const number = input.shipment.parcels[0]?.number ?? 1;
  return {
    kind: 'done',
    keep: { way: 'return', links: { label } },
    result: {
      carrierShipmentId: trackingNumber,
      parcels: [{ number, trackingNumber, trackingUrl: trackingPage(trackingNumber, env.mode) }],
    },
  };
}

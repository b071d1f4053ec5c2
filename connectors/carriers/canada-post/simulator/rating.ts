/** Rating v4. */
import { SimRefusal, type SimAnswer, type SimContext, type SimRequest } from '@scanship/simulator-kit/simulator';
import { addWorkingDays, dollars, type Priced } from '@scanship/simulator-kit/tariff';
import { element, many } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, TYPES } from './contract.ts';
import {
  accountOf,
  answerOf,
  at,
  centsOf,
  checkSize,
  day,
  linesOf,
  parcelOf,
  sameNumber,
  signed,
  taxes,
  text,
  textAt,
} from './messages.ts';
import { pricesOf, servicesTo, type Destination } from './pricing.ts';

function quote(priced: Priced, mailingDate: string, sim: SimContext): string {
  const tax = taxes(priced);
  return element('price-quote', [
    element('service-code', priced.service.code),
    element('service-link', '', {
      rel: 'service',
      href: `${sim.address}/rs/ship/service/${priced.service.code}`,
      'media-type': TYPES.rate,
    }),
    element('service-name', priced.service.name),
    element('price-details', [
      element('base', dollars(centsOf(priced, 'base'))),
      element(
        'taxes',
        (['gst', 'pst', 'hst'] as const).map((name) =>
          element(name, dollars(tax[name]), name === 'gst' && tax.gst > 0 ? { percent: '5.000' } : {}),
        ),
      ),
      element('due', dollars(priced.total)),
      element('options', [
        option('DC', 'Delivery confirmation', 0),
        ...linesOf(priced, 'option').map((l) => option('SO', 'Signature', l.cents)),
      ]),
      element('adjustments', [
        element('adjustment', [
          element('adjustment-code', 'FUELSC'),
          element('adjustment-name', 'Fuel surcharge'),
          element('adjustment-cost', dollars(centsOf(priced, 'fuel'))),
          element('qualifier', [element('percent', '18.5')]),
        ]),
      ]),
    ]),
    element('weight-details', [element('cubed-weight', (priced.billableGrams / 1000).toFixed(3))]),
    element('service-standard', [
      element('am-delivery', 'false'),
      element('guaranteed-delivery', priced.service.code === 'DOM.RP' ? 'false' : 'true'),
      element('expected-transit-time', priced.days),
      element('expected-delivery-date', addWorkingDays(mailingDate, priced.days)),
    ]),
  ]);
}

const option = (code: string, name: string, cents: number): string =>
  element('option', [
    element('option-code', code),
    element('option-name', name),
    element('option-price', dollars(cents)),
    ...(cents === 0 ? [element('qualifier', [element('included', 'true')])] : []),
  ]);

export function rates(request: SimRequest, sim: SimContext): SimAnswer {
  accountOf(request, sim);
  checkAccept(request, TYPES.rate);
  const asked = accept(request, 'mailing-scenario');
  const customer = textAt(asked, 'customer-number');
  const contract = textAt(asked, 'contract-id');
  const account = accountOf(request, sim, customer === '' ? undefined : customer);
  if (contract !== '' && !sameNumber(contract, account.credentials.contract ?? ''))
    throw new SimRefusal(400, '2550', 'The contract-id provided is not a valid contract number.');
  const parcel = parcelOf(at(asked, 'parcel-characteristics'));
  checkSize(parcel);
  const wanted = many(at(asked, 'services', 'service-code')).map(text);
  const quotes = pricesOf(textAt(asked, 'origin-postal-code'), askedDestination(at(asked, 'destination')), parcel, {
    signature: signed(at(asked, 'options')),
  }).filter((p) => wanted.length === 0 || wanted.includes(p.service.code));
  if (quotes.length === 0) throw new SimRefusal(400, '9111', 'No services are appropriate for this shipment.');
  const mailing = textAt(asked, 'expected-mailing-date').slice(0, 10) || day(sim);
  return answerOf(
    200,
    'rate',
    'price-quotes',
    quotes.map((p) => quote(p, mailing, sim)),
  );
}

function askedDestination(destination: unknown): Destination {
  const domestic = at(destination, 'domestic');
  if (domestic !== undefined) return { countryCode: 'CA', postalCode: textAt(domestic, 'postal-code') };
  const states = at(destination, 'united-states');
  if (states !== undefined) return { countryCode: 'US', postalCode: textAt(states, 'zip-code') };
  return { countryCode: textAt(destination, 'international', 'country-code').toUpperCase(), postalCode: '' };
}

/** Services to a country, as "Discover Services" lists them. */
export function services(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.rate);
  const country = request.query.get('country') ?? '';
  if (!/^[A-Z]{2}$/.test(country)) throw new SimRefusal(400, '8534', 'A valid destination country must be supplied.');
  const contract = request.query.get('contract');
  if (contract !== null && !sameNumber(contract, account.credentials.contract ?? ''))
    throw new SimRefusal(400, '2550', 'The contract number is not valid.');
  return answerOf(
    200,
    'rate',
    'services',
    servicesTo(country).map(({ code, name }) =>
      element('service', [
        element('service-code', code),
        element('service-name', name),
        element('link', '', {
          rel: 'service',
          href: `${sim.address}/rs/ship/service/${code}?country=${country}`,
          'media-type': TYPES.rate,
        }),
      ]),
    ),
  );
}

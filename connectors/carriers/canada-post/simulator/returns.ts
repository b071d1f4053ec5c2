/** Authorized returns: a label from a buyer to the holder of the account, billed when it is used. */
import { randomInt } from 'node:crypto';
import { SimRefusal, type SimAnswer, type SimContext, type SimRequest } from '@scanship/simulator-kit/simulator';
import { element } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf, at, checkSize, day, parcelOf, sameNumber, textAt } from './messages.ts';
import { pricesOf, provinceOf } from './pricing.ts';
import { newPin, pricedParts } from './purchase.ts';

const person = (who: unknown) => {
  const place = at(who, 'domestic-address');
  return {
    name: textAt(who, 'name'),
    address1: textAt(place, 'address-line-1'),
    city: textAt(place, 'city'),
    provinceCode: textAt(place, 'province'),
    zipcode: textAt(place, 'postal-code'),
    countryCode: 'CA',
  };
};

export function authorizedReturn(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.authreturn);
  const asked = accept(request, 'authorized-return');
  const contract = textAt(asked, 'settlement-info', 'contract-id');
  if (contract !== '' && !sameNumber(contract, account.credentials.contract ?? ''))
    throw new SimRefusal(400, '2550', 'The contract-id provided is not a valid contract number.');
  const [from, to] = [person(at(asked, 'returner')), person(at(asked, 'receiver'))];
  // The north shares its letter between two territories.
  for (const { zipcode, provinceCode } of [from, to])
    if (provinceOf(zipcode) !== provinceCode && !zipcode.startsWith('X'))
      throw new SimRefusal(400, '9111', 'Postal code is not valid for province.');
  const parcel = parcelOf(at(asked, 'parcel-characteristics'));
  checkSize(parcel);
  const priced = pricesOf(from.zipcode, { countryCode: 'CA', postalCode: to.zipcode }, parcel, {
    signature: false,
  }).find((p) => p.service.code === textAt(asked, 'service-code'));
  if (!priced) throw new SimRefusal(400, '3000', 'The selected service is not available for returns.');
  const pin = newPin('CA');
  const reference = textAt(asked, 'references', 'customer-ref-2');
  const entry = sim.books.append({
    kind: 'paid',
    id: String(randomInt(10 ** 9, 10 ** 12)).padStart(18, '6'),
    account: account.id,
    reference: reference === '' ? undefined : reference,
    data: {
      returned: true,
      transmitted: true,
      pin,
      days: priced.days,
      crosses: false,
      references: [textAt(asked, 'references', 'customer-ref-1'), reference],
      serviceCode: priced.service.code,
      price: pricedParts(priced, day(sim)),
      format: textAt(asked, 'print-preferences', 'encoding') || 'PDF',
      invoice: false,
      label: {
        carrierName: 'CANADA POST RETURN (TEST)',
        serviceName: priced.service.name,
        trackingNumber: pin,
        from,
        to,
        weightGrams: parcel.grams,
        shipDate: day(sim),
        parcelNumber: 1,
        parcelCount: 1,
        references: [textAt(asked, 'references', 'customer-ref-1')].filter((line) => line !== ''),
        test: true,
      },
    },
  });
  sim.books.append({ kind: 'note', id: pin, account: account.id, data: { shipmentId: entry.id } });
  return answerOf(200, 'authreturn', 'authorized-return-info', [
    element('tracking-pin', pin),
    element('links', [
      element('link', '', {
        rel: 'returnLabel',
        href: `${sim.address}/rs/artifact/${account.id}/${entry.id}/0`,
        'media-type': entry.data.format === 'ZPL' ? 'application/zpl' : 'application/pdf',
        index: '0',
      }),
    ]),
  ]);
}

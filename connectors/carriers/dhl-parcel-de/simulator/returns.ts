/** Returns: receivers that are registered, and labels to them. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { accept, returnRequest } from './contract.ts';
import { dayOf } from './access.ts';

const SELLER = {
  name1: 'Test Shop GmbH',
  addressStreet: 'Absenderstraße',
  addressHouse: '10',
  postalCode: '10115',
  city: 'Berlin',
};

/** "SIMULATED RETURN CODE, NOT FOR USE" as a QR code (PNG). */
const CODE = [
  'iVBORw0KGgoAAAANSUhEUgAAAEoAAABKAQAAAAA0q//cAAAAxElEQVR4nLXSMWpEMQwE0AG1Al/FoFagqwvcGnwVg1qDAgl/WWtTJqpeNQyDkK',
  '/D3xKEPTbspkX2EVnYZckJ+uAM/oUKSKWFoD25L4JEpKMwMwfs6fvQkXzU7Kat3jufQpZ25rDCqdMDWciuK3QUInUJtbzpNHgfFG42TnG7CVEJ',
  'prypa2k7WtiJYvefzd44e8PRQpM1AijMbO4meRPEc4raTQuiYd/V39iluaJ/EMfH/KBu0koL821uN0FzM5+8+T9f/QVuTN6iCrzUhwAAAABJRU',
  '5ErkJggg==',
].join('');

/** One receiver an account, for returns from Germany. */
export function locations(request: SimRequest, account: SimAccount): SimAnswer {
  const country = request.query.get('countryCode') ?? 'deu';
  if (!/^[a-z]{3}$/.test(country)) throw new SimRefusal(400, 'country', 'The country code is unknown.');
  const { ekp = '', participation = '01' } = account.credentials;
  const receivers: JsonObject[] =
    country === 'deu'
      ? [
          {
            receiverId: 'deu',
            shipperCountry: 'deu',
            ekp,
            billingNumber: `${ekp}07${participation}`,
            companyName: account.name,
            numberRange: '99999XXXXXXC',
            receiverAddress: SELLER,
            companyAddress: SELLER,
          },
        ]
      : [];
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(receivers) };
}

export async function create(request: SimRequest, sim: SimContext, account: SimAccount): Promise<SimAnswer> {
  const type = request.query.get('labelType') ?? 'BOTH';
  if (!['SHIPMENT_LABEL', 'QR_LABEL', 'BOTH'].includes(type))
    throw new SimRefusal(400, 'labelType', 'Unknown label type.');
  const asked = accept(returnRequest, jsonBody(request));
  if (asked.receiverId !== 'deu') throw new SimRefusal(400, 'receiver', 'The receiver is unknown.');
  if (!/^\d{5}$/.test(asked.shipper.postalCode))
    throw new SimRefusal(400, 'postalCode', 'Postal code is invalid. Please use 99999 format.');
  const id = `99999${Array.from({ length: 7 }, () => randomInt(10)).join('')}`;
  const paid = sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: asked.shipmentReference ?? '',
    data: { return: true },
  });
  const model: LabelModel = {
    carrierName: 'DHL Parcel DE',
    serviceName: 'DHL Retoure',
    trackingNumber: id,
    from: {
      name: asked.shipper.name1,
      address1: `${asked.shipper.addressStreet} ${asked.shipper.addressHouse}`,
      city: asked.shipper.city,
      provinceCode: '',
      zipcode: asked.shipper.postalCode,
      countryCode: 'DE',
    },
    to: {
      name: SELLER.name1,
      address1: `${SELLER.addressStreet} ${SELLER.addressHouse}`,
      city: SELLER.city,
      provinceCode: '',
      zipcode: SELLER.postalCode,
      countryCode: 'DE',
    },
    weightGrams: 1000,
    shipDate: dayOf(sim.now()),
    parcelNumber: 1,
    parcelCount: 1,
    references: [asked.customerReference ?? ''],
    test: true,
  };
  const label = Buffer.from(await sim.drawLabel(model, 'pdf')).toString('base64');
  return jsonAnswer(201, {
    sstatus: { title: 'Created', status: 201, detail: 'Created' },
    shipmentNo: paid.id,
    ...(type === 'QR_LABEL' ? {} : { label: { b64: label } }),
    ...(type === 'SHIPMENT_LABEL' ? {} : { qrLabel: { b64: CODE } }),
    routingCode: '40321111111+9900099000002',
  });
}

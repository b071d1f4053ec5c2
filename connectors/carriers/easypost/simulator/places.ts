/** Places of the samples. */
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

/** Inside the United States, where SCAN forms are. */
export const domestic: ShipmentRequest = {
  ...withinCanada,
  from: {
    name: 'US Sender',
    companyName: 'Test Shop',
    address1: '65 Sender Square',
    city: 'Buffalo',
    provinceCode: 'NY',
    zipcode: '14202',
    countryCode: 'US',
    phone: '716-555-0100',
  },
  to: {
    name: 'US Receiver',
    address1: '20 Receiver Street',
    city: 'Boise',
    provinceCode: 'ID',
    zipcode: '83702',
    countryCode: 'US',
  },
};

/** What Canada Post does not know or allow, and a parcel that was only announced. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const post = answered(carrier, samples);
const PIN = '8213295707205355';
const source = 'Shopify/active_shipping';

const said = (status: number, code: string, description: string): Recorded => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><messages xmlns="http://www.canadapost.ca/ws/messages"><message><code>${code}</code><description>${description}</description></message></messages>`,
});

export const answers: readonly RealAnswer[] = [
  {
    name: 'in the name of another customer',
    operation: 'rate',
    source,
    recorded: '2012-01',
    read: () => post.rate(samples.domestic, said(400, 'AA004', 'You cannot mail on behalf of the requested customer.')),
    means: [
      'not-authorised AA004 (credentials.customer) This account may not ship with Canada Post on behalf of that customer.',
    ],
  },
  {
    name: 'an account that is not active',
    operation: 'rate',
    source: 'https://github.com/postmaster/postmaster-api/issues/40',
    recorded: '2015-01-20',
    read: () => post.rate(samples.domestic, said(400, 'AA001', 'Your account is not active.')),
    means: [
      'not-authorised AA001 (credentials.user) Canada Post has deactivated this API key; join the Developer Program again to get a new one.',
    ],
  },
  {
    name: 'a number that was never scanned',
    operation: 'track',
    source,
    recorded: '2011',
    read: () => post.track(PIN, said(404, '004', 'No Pin History')),
    means: ['Canada Post does not know 8213295707205355.'],
  },
  {
    name: 'announced, and no day is expected: empty elements stand for nothing',
    operation: 'track',
    source,
    recorded: '2014-01-26',
    read: () =>
      post.track(PIN, {
        body: `<?xml version="1.0" encoding="UTF-8"?><tracking-detail xmlns="http://www.canadapost.ca/ws/track"><pin>${PIN}</pin><active-exists>1</active-exists><archive-exists/><changed-expected-date/><destination-postal-id>J7Y0E4</destination-postal-id><expected-delivery-date/><changed-expected-delivery-reason/><mailed-by-customer-number>0008213295</mailed-by-customer-number><original-pin/><service-name>Expedited Parcels</service-name><service-name-2>Colis accélérés</service-name-2><customer-ref-1/><return-pin/><signature-image-exists>false</signature-image-exists><delivery-options><item><delivery-option>CH_SGN_OPTION</delivery-option><delivery-option-description>Signature Required</delivery-option-description></item></delivery-options><significant-events><occurrence><event-identifier>3000</event-identifier><event-date>2014-01-26</event-date><event-time>20:18:06</event-time><event-time-zone>EST</event-time-zone><event-description>Electronic information submitted by shipper</event-description><signatory-name/><event-site>MAPLE</event-site><event-province>ON</event-province><event-retail-location-id/><event-retail-name/></occurrence></significant-events></tracking-detail>`,
      }),
    means: ['2014-01-26T20:18:06-05:00 label-created 3000 Electronic information submitted by shipper @ MAPLE, ON'],
  },
  {
    name: 'delivered, told in French; the day it is expected has changed',
    operation: 'track',
    source,
    recorded: '2011-02-03',
    read: () =>
      post.track(PIN, {
        body: `<?xml version="1.0" encoding="UTF-8"?><tracking-detail xmlns="http://www.canadapost.ca/ws/track"><pin>${PIN}</pin><active-exists/><changed-expected-date>2011-02-11</changed-expected-date><expected-delivery-date>2011-02-01</expected-delivery-date><changed-expected-delivery-reason>Erreur d'adressage du client.\n    Tentative de correction</changed-expected-delivery-reason><service-name>Xpresspost</service-name><significant-events><occurrence><event-identifier>1496</event-identifier><event-date>2011-02-03</event-date><event-time>11:59:59</event-time><event-time-zone>EST</event-time-zone><event-description>Article livré</event-description><signatory-name/><event-site>SAINTE-FOY</event-site><event-province>QC</event-province></occurrence></significant-events></tracking-detail>`,
      }),
    means: ['2011-02-03T11:59:59-05:00 delivered 1496 Article livré @ SAINTE-FOY, QC', 'expected 2011-02-11'],
  },
  {
    name: 'three things wrong at once: all are told',
    operation: 'ship',
    source: 'https://github.com/t3rminus/canada-post/pull/6',
    recorded: '2020-12-15',
    read: () =>
      post.ship(
        {
          shipment: samples.crossBorder?.shipment ?? samples.domestic,
          service: samples.crossBorder?.service ?? samples.service,
          reference: 'S000000000000001',
          uuid: '6f1c2f1e-0000-4000-8000-000000000001',
          labelFormat: 'pdf',
        },
        [
          {
            status: 400,
            body: '<?xml version="1.0" encoding="UTF-8"?><messages xmlns="http://www.canadapost.ca/ws/messages"><message><code>2695</code><description>Contact Phone number is a required field.</description></message><message><code>1151</code><description>At least one line of Customs Description must be supplied.</description></message><message><code>8716</code><description>This product requires a valid value for Non-Delivery Handling.</description></message></messages>',
          },
        ],
        'create',
      ),
    means: [
      'invalid-input 2695 Canada Post: Contact Phone number is a required field. Canada Post: At least one line of Customs Description must be supplied. Canada Post: This product requires a valid value for Non-Delivery Handling.',
    ],
  },
];

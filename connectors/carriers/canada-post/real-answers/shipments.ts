/** Labels bought under a contract, purchases and a price that Canada Post refused, and shipments it no longer has. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import type { CancelInput } from '@scanship/connector-kit/carrier/carrier';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const contract = answered(carrier, samples);
/** An account without one. */
const small = answered(carrier, { ...samples, account: samples.otherAccount ?? samples.account });

const said = (status: number, code: string, description: string): Recorded => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><messages xmlns="http://www.canadapost.ca/ws/messages"><message><code>${code}</code><description>${description}</description></message></messages>`,
});

interface Bought {
  readonly version: string;
  readonly host: string;
  readonly id: string;
  readonly pin: string;
  readonly request?: string;
  readonly label: string;
}

const bought = ({ version, host, id, pin, request, label }: Bought): Recorded => {
  const at = `https://${host}/rs/0008035576/0008035576/shipment/${id}`;
  const media = `application/vnd.cpc.${version}+xml`;
  const link = (rel: string, href: string): string => `<link rel="${rel}" href="${href}" media-type="${media}"/>`;
  return {
    body: `<?xml version="1.0" encoding="UTF-8"?><shipment-info xmlns="http://www.canadapost.ca/ws/${version}">${request === undefined ? '' : `<customer-request-id>${request}</customer-request-id>`}<shipment-id>${id}</shipment-id><shipment-status>created</shipment-status><tracking-pin>${pin}</tracking-pin><links>${link('self', at)}${link('details', `${at}/details`)}${link('group', `https://${host}/rs/0008035576/0008035576/shipment?groupId=2022-06-06`)}${link('price', `${at}/price`)}<link rel="label" href="https://${host}/${label}" media-type="application/pdf" index="0"/></links></shipment-info>`,
  };
};

const purchase = (
  name: string,
  source: string,
  recorded: string,
  answer: Recorded,
  means: readonly string[],
  way: 'contract' | 'small' | 'return' = 'contract',
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () => {
    const sent =
      way === 'return' && samples.returned
        ? samples.returned
        : { shipment: samples.domestic, service: samples.service };
    return (way === 'small' ? small : contract).ship(
      {
        ...sent,
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      [answer],
      way === 'return' ? 'return' : 'create',
    );
  },
  means,
});

const shipment = (id: string, way: string): CancelInput => ({
  reference: 'S000000000000001',
  carrierShipmentId: id,
  trackingNumbers: ['9833772553625322'],
  kept: { way },
});

export const answers: readonly RealAnswer[] = [
  purchase(
    'a label with a number of the shop, its price behind a link',
    'https://github.com (a label tool in Java, the answer as a comment of its class)',
    '2022-06-06',
    bought({
      version: 'shipment-v8',
      host: 'soa-gw.canadapost.ca',
      id: '906161654537700282',
      pin: '9833772553625322',
      request: 'DARWH02001SO060622000001',
      label: 'rs/artifact/6392e3e393b5dd4b/10342920948/0',
    }),
    ['shipment 906161654537700282', 'parcel 1 9833772553625322'],
  ),
  purchase(
    'a label of the test system, in the first version of the answer',
    'https://github.com (a fork of active_shipping, the answer below its remote test)',
    'unknown',
    bought({
      version: 'shipment',
      host: 'ct.soa-gw.canadapost.ca',
      id: '340531309186521749',
      pin: '7023210883561103',
      label: 'ers/artifact/c70da5ed5a0d2c32/10238/0',
    }),
    ['shipment 340531309186521749', 'parcel 1 7023210883561103'],
  ),
  purchase(
    'an account that ships by contract only, without one',
    'https://github.com/t3rminus/canada-post/issues/15',
    '2022-07-25',
    said(400, '2206', 'Contract Number is a required field.'),
    ['not-authorised 2206 (credentials.contract) Canada Post needs the contract number of this account.'],
    'small',
  ),
  purchase(
    'a return whose receiver has no name',
    'https://github.com/EasyPost/easypost-ruby/issues/24',
    '2015-04-20',
    said(
      400,
      'Server',
      '/rs/2004381/2004381/authorizedreturn: cvc-model-group 3: in element {http://www.canadapost.ca/ws/authreturn-v2}receiver of type {http://www.canadapost.ca/ws/authreturn-v2}ReceiverType, required element {http://www.canadapost.ca/ws/authreturn-v2}name',
    ),
    ['invalid-input Server Canada Post cannot read "receiver" of this shipment.'],
    'return',
  ),
  {
    ...purchase(
      'a postal code of another province, under the number that also says that there is no service',
      'karrioapi/karrio',
      'unknown',
      said(400, '9111', 'Postal code is not valid for province.'),
      ['invalid-input 9111 Canada Post: Postal code is not valid for province.'],
      'return',
    ),
    isExample: true,
  },
  {
    name: 'a price of a parcel without a weight, in the words of a program',
    operation: 'rate',
    source: 'karrioapi/karrio',
    recorded: 'unknown',
    read: () =>
      contract.rate(
        samples.domestic,
        said(
          500,
          'Server',
          '/rs/ship/price: cvc-particle 3.1: in element {http://www.canadapost.ca/ws/ship/rate-v4}parcel-characteristics with anonymous type, found &lt;/parcel-characteristics&gt; (in namespace http://www.canadapost.ca/ws/ship/rate-v4), but next item should be any of [{http://www.canadapost.ca/ws/ship/rate-v4}weight, {http://www.canadapost.ca/ws/ship/rate-v4}dimensions]',
        ),
      ),
    means: ['invalid-input Server Canada Post cannot read "parcel-characteristics" of this shipment.'],
  },
  {
    name: 'tracking with a key that is none',
    operation: 'track',
    source: 'karrioapi/karrio',
    recorded: 'unknown',
    read: () => contract.track('7023210039414604', said(401, 'E002', 'AAA Authentication Failure')),
    means: ['not-authorised E002 (credentials.user) Canada Post did not accept the API key of this account.'],
  },
  {
    name: 'voided when it is gone: a refusal without a word',
    operation: 'cancel',
    source: 'https://github.com/karrioapi/karrio/issues/682',
    recorded: '2024-09-11',
    read: () =>
      contract.cancel(
        shipment('906161654537700282', 'contract'),
        [
          {
            status: 404,
            body: '<?xml version="1.0" encoding="UTF-8"?><messages xmlns="http://www.canadapost.ca/ws/messages"/>',
          },
        ],
        'void',
        { status: 'created' },
      ),
    means: ['refused 404 Canada Post does not know this shipment; it keeps shipments for 90 days.'],
  },
  {
    name: 'looked for at an address that is not there',
    operation: 'cancel',
    source: 'https://github.com/t3rminus/canada-post/issues/13',
    recorded: '2022-04-13',
    read: () =>
      small.cancel(shipment('717251649873209304', 'non-contract'), [
        said(404, '404', 'The requested URL /ct/ext/ncshipment/717251649873209304 was not found on this server.'),
      ]),
    means: ['refused 404 Canada Post does not know this shipment; it keeps shipments for 90 days.'],
  },
];

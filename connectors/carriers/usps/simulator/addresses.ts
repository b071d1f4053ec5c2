/** GET /addresses/v3/address and the pickup's eligibility: a small address file of invented streets in real cities. */
import { jsonAnswer, SimRefusal, type SimAnswer, type SimRequest } from '@scanship/simulator-kit/simulator';
import { refuse } from './contract.ts';

/** Cities of the first three digits of ZIP codes the simulator knows; others are taken as written. */
const CITIES: Readonly<Record<string, readonly [city: string, state: string]>> = {
  '100': ['NEW YORK', 'NY'],
  '142': ['BUFFALO', 'NY'],
  '021': ['BOSTON', 'MA'],
  '606': ['CHICAGO', 'IL'],
  '900': ['LOS ANGELES', 'CA'],
  '981': ['SEATTLE', 'WA'],
};

export const isNowhere = (street: string, city: string): boolean =>
  /^99999 |^nosuch/i.test(street) || /^nowhere/i.test(city) || !/\d/.test(street);

const upper = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[.,]/g, '')
    .replace(/\bSTREET\b/g, 'ST')
    .replace(/\bAVENUE\b/g, 'AVE')
    .replace(/\bROAD\b/g, 'RD')
    .trim();

interface Query {
  readonly street: string;
  readonly secondary: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const STATE =
  /^(A[AEKLPRSZ]|C[AOT]|D[CE]|F[LM]|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEHINOPST]|N[CDEHJMVY]|O[HKR]|P[ARW]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$/;

/** @throws SimRefusal 400 for what the contract refuses, 404 for an address that is not found */
function query(request: SimRequest, stateRequired: boolean): Query {
  const value = (name: string): string => request.query.get(name) ?? '';
  const broken = (name: string): never => refuse('010002', `Request is not valid: ${name} is missing or invalid`, name);
  if (!request.query.has('streetAddress')) broken('streetAddress');
  if (stateRequired ? !STATE.test(value('state')) : request.query.has('state') && !STATE.test(value('state')))
    broken('state');
  if (request.query.has('ZIPCode') && !/^\d{5}$/.test(value('ZIPCode'))) broken('ZIPCode');
  if (request.query.has('ZIPPlus4') && !/^\d{4}$/.test(value('ZIPPlus4'))) broken('ZIPPlus4');
  if (value('city') === '' && value('ZIPCode') === '') refuse('060201', 'A city or a ZIP code is required.', 'city');
  return {
    street: value('streetAddress'),
    secondary: value('secondaryAddress'),
    city: value('city'),
    state: value('state'),
    zip: value('ZIPCode'),
  };
}

const standard = ({ street, secondary, city, state, zip }: Query) => {
  const known = CITIES[zip.slice(0, 3)];
  return {
    streetAddress: upper(street),
    secondaryAddress: upper(secondary),
    city: known?.[0] ?? upper(city),
    state: known?.[1] ?? state,
    ZIPCode: zip === '' ? '00501' : zip,
    ZIPPlus4: '1234',
  };
};

export function checkAddress(request: SimRequest): SimAnswer {
  const asked = query(request, true);
  if (isNowhere(asked.street, asked.city))
    throw new SimRefusal(404, '060202', 'There is no match for the address requested.');
  const needsUnit = /\btower\b/i.test(asked.street) && asked.secondary === '';
  return jsonAnswer(200, {
    firm: '',
    address: standard(asked),
    additionalInfo: {
      deliveryPoint: '05',
      carrierRoute: 'C012',
      DPVConfirmation: needsUnit ? 'D' : 'Y',
      DPVCMRA: 'N',
      business: /\b(plaza|market|broadway)\b/i.test(asked.street) ? 'Y' : 'N',
      centralDeliveryPoint: 'N',
      vacant: 'N',
    },
    corrections: needsUnit
      ? [
          {
            code: '32',
            text: 'Default address: The address you entered was found but more information is needed (such as an apartment, suite, or box number.',
          },
        ]
      : [],
    matches: needsUnit ? [] : [{ code: '31', text: 'Single Response - exact match' }],
    warnings: [],
  });
}

export function eligibility(request: SimRequest): SimAnswer {
  const asked = query(request, false);
  if (isNowhere(asked.street, asked.city))
    throw new SimRefusal(404, '080105', 'The address is not eligible for carrier pickup.');
  return jsonAnswer(200, { address: standard(asked) });
}

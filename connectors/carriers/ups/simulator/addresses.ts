/** Street-level validation: a few streets that exist, known by their ZIP code. */
import type { JsonObject } from '@scanship/domain/values/json';
import { jsonAnswer, jsonBody, type SimAnswer, type SimRequest } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { SUCCESS } from './answers.ts';
import { accept, refuse, text } from './contract.ts';

export const addressRequest = z.object({
  XAVRequest: z.object({
    AddressKeyFormat: z.object({
      AddressLine: z.array(z.string()).optional(),
      PoliticalDivision2: text(30).optional(),
      PoliticalDivision1: text(30).optional(),
      PostcodePrimaryLow: text(10).optional(),
      PostcodeExtendedLow: text(10).optional(),
      CountryCode: text(2, 2),
    }),
  }),
});

interface Street {
  readonly line: string;
  /** What may be written for it, plain and in capitals. */
  readonly written: RegExp;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly plus4: string;
  readonly home: boolean;
}

/** City halls, museums: places that are public. */
const STREETS: readonly Street[] = [
  {
    line: '65 NIAGARA SQ',
    written: /^65 NIAGARA (SQ|SQUARE)\.?$/,
    city: 'BUFFALO',
    state: 'NY',
    zip: '14202',
    plus4: '3331',
    home: false,
  },
  {
    line: '1 CITY HALL SQ',
    written: /^1 CITY HALL (SQ|SQUARE)\.?$/,
    city: 'BOSTON',
    state: 'MA',
    zip: '02201',
    plus4: '1020',
    home: false,
  },
  {
    line: '1600 PENNSYLVANIA AVE NW',
    written: /^1600 PENNSYLVANIA (AVE|AVENUE)( NW)?\.?$/,
    city: 'WASHINGTON',
    state: 'DC',
    zip: '20500',
    plus4: '0005',
    home: true,
  },
];

const classification = (home: boolean | undefined): JsonObject => ({
  Code: home === undefined ? '0' : home ? '2' : '1',
  Description: home === undefined ? 'UnClassified' : home ? 'Residential' : 'Commercial',
});

export function checkAddress(request: SimRequest): SimAnswer {
  if (request.params['option'] !== '3') refuse('264001', 'Invalid request option');
  const key = accept(addressRequest, jsonBody(request)).XAVRequest.AddressKeyFormat;
  if (!['US', 'PR'].includes(key.CountryCode)) refuse('9264030', 'The country is not supported');
  if ((key.AddressLine?.length ?? 0) > 3) refuse('9264027', 'Too many address lines');
  const line = (key.AddressLine ?? []).join(' ').toUpperCase().trim();
  const street = STREETS.find((one) => one.written.test(line) && one.state === key.PoliticalDivision1?.toUpperCase());
  const answer = (content: JsonObject): SimAnswer =>
    jsonAnswer(200, { XAVResponse: { Response: { ResponseStatus: SUCCESS }, ...content } });
  if (!street) return answer({ NoCandidatesIndicator: '', AddressClassification: classification(undefined) });
  return answer({
    ValidAddressIndicator: '',
    AddressClassification: classification(street.home),
    Candidate: [
      {
        AddressClassification: classification(street.home),
        AddressKeyFormat: {
          AddressLine: [street.line],
          PoliticalDivision2: street.city,
          PoliticalDivision1: street.state,
          PostcodePrimaryLow: street.zip,
          PostcodeExtendedLow: street.plus4,
          Region: `${street.city} ${street.state} ${street.zip}-${street.plus4}`,
          CountryCode: 'US',
        },
      },
    ],
  });
}

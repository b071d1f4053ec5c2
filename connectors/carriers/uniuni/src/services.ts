/** Postage types of the API by our codes. Data only. */
const TYPES: readonly (readonly [code: string, type: string])[] = [
  ['same-day', 'SAME DAY'],
  ['next-day', 'NEXT DAY'],
  ['standard', 'STANDARD'],
  ['usps-ground-advantage', 'USPS Ground Advantage'],
  ['postnl-packet-tracked', 'PostNL International Packet Tracked'],
];

/** The API's word for our code; undefined for a code that is not ours. */
export const postageType = (code: string): string | undefined => TYPES.find(([own]) => own === code)?.[1];

/** Our code of the API's word; undefined for one we do not know. */
export const serviceOf = (type: string): string | undefined => TYPES.find(([, theirs]) => theirs === type)?.[0];

/** What prices are asked with: at home one question answers all, to the United States each type is its own. */
export const questionsFor = (abroad: boolean): readonly string[] =>
  abroad ? ['USPS Ground Advantage', 'PostNL International Packet Tracked'] : ['STANDARD'];

/**
 * UPS's own packagings. Codes: Rating and Shipping API, Packaging/Code. Sizes: ups.com, "UPS Express packaging", in inches;
 * none of them may be sent with Ground, Standard or Expedited.
 */
import type { CarrierPackaging } from '@scanship/connector-kit/carrier';
import { toMillimetres } from '@scanship/domain/measure';

const inches = (length: number, width: number, height: number): CarrierPackaging['outer'] => ({
  lengthMm: toMillimetres(length, 'in'),
  widthMm: toMillimetres(width, 'in'),
  heightMm: toMillimetres(height, 'in'),
});

/** Next day, express and saver services, at home and abroad. */
const EXPRESS = ['01', '07', '13', '14', '54', '65'];
/** Half a kilogram; beyond it UPS bills an envelope as a Pak. */
const ENVELOPE_GRAMS = 500;
/** 30 lb, ups.com. */
const BOX_GRAMS = 13_607;

/** Our code, UPS's code, and what it is. */
const TABLE: readonly (readonly [vendor: string, packaging: CarrierPackaging])[] = [
  [
    '01',
    {
      code: 'ups-express-envelope',
      name: 'UPS Express Envelope',
      shape: 'envelope',
      outer: inches(12.5, 9.5, 0.5),
      maxGrams: ENVELOPE_GRAMS,
      flatRate: false,
      services: EXPRESS,
    },
  ],
  [
    '04',
    {
      code: 'ups-express-pak',
      name: 'UPS Express Pak',
      shape: 'pak',
      outer: inches(16, 12.75, 2),
      flatRate: false,
      services: EXPRESS,
    },
  ],
  [
    '03',
    {
      code: 'ups-express-tube',
      name: 'UPS Express Tube',
      shape: 'tube',
      outer: inches(38, 6, 6),
      flatRate: false,
      services: EXPRESS,
    },
  ],
  [
    '2a',
    {
      code: 'ups-express-box-small',
      name: 'UPS Express Box, small',
      shape: 'box',
      outer: inches(13, 11, 2),
      maxGrams: BOX_GRAMS,
      flatRate: false,
      services: EXPRESS,
    },
  ],
  [
    '2b',
    {
      code: 'ups-express-box-medium',
      name: 'UPS Express Box, medium',
      shape: 'box',
      outer: inches(16, 11, 3),
      maxGrams: BOX_GRAMS,
      flatRate: false,
      services: EXPRESS,
    },
  ],
  [
    '2c',
    {
      code: 'ups-express-box-large',
      name: 'UPS Express Box, large',
      shape: 'box',
      outer: inches(18, 13, 3),
      maxGrams: BOX_GRAMS,
      flatRate: false,
      services: EXPRESS,
    },
  ],
  [
    '25',
    {
      code: 'ups-10kg-box',
      name: 'UPS 10 KG Box',
      shape: 'box',
      outer: inches(16.5, 13.25, 10.75),
      maxGrams: 10_000,
      flatRate: true,
      services: ['07', '54', '65'],
    },
  ],
  [
    '24',
    {
      code: 'ups-25kg-box',
      name: 'UPS 25 KG Box',
      shape: 'box',
      outer: inches(19.375, 17.375, 14),
      maxGrams: 25_000,
      flatRate: true,
      services: ['07', '54', '65'],
    },
  ],
];

export const PACKAGINGS: readonly CarrierPackaging[] = TABLE.map(([, packaging]) => packaging);

/** Customer supplied package. */
const OWN_BOX = '02';

/** UPS's code of a parcel's packaging; the shipper's own box where none is named. */
export const packagingCode = (packaging: string | undefined): string =>
  TABLE.find(([, { code }]) => code === packaging)?.[0] ?? OWN_BOX;

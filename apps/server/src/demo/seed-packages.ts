/** Boxes of the demo's customers; the default is the one their first parcels are priced in. */
import { addPackage, readPackages } from '../modules/packages/index.ts';
import type { Services } from '../platform/services.ts';

const BOXES = [
  { name: 'Shoe box', outer: [300, 200, 120], inner: [294, 194, 114], tareGrams: 180, maxGrams: 10_000, costMinor: 85 },
  { name: 'Small box', outer: [200, 150, 100], inner: [194, 144, 94], tareGrams: 90, maxGrams: 5_000, costMinor: 45 },
  {
    name: 'Large box',
    outer: [450, 350, 300],
    inner: [442, 342, 292],
    tareGrams: 420,
    maxGrams: 25_000,
    costMinor: 190,
  },
  { name: 'Bubble mailer', outer: [330, 240, 40], inner: null, tareGrams: 30, maxGrams: 1_000, costMinor: 32 },
] as const;

type Size = readonly [number, number, number];
const size = ([lengthMm, widthMm, heightMm]: Size) => ({ lengthMm, widthMm, heightMm });

export const seedPackages = ({ db }: Services, tenantId: string): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    if ((await readPackages(tx, (slug) => slug)).length > 0) return;
    for (const { outer, inner, ...box } of BOXES) {
      const added = await addPackage({ tenantId, currency: 'CAD' }, tx, {
        ...box,
        outer: size(outer),
        inner: inner && size(inner),
        isDefault: box.name === 'Shoe box',
      });
      if (!added.ok) throw new Error(`The demo's ${box.name} was refused: ${JSON.stringify(added.problem)}.`);
    }
  });

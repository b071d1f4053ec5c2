import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareLabels,
  type FindingKind,
  isOurReference,
  type OurLabel,
  type OurState,
  type TheirLabel,
} from './label-reconciliation.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const referenceOf = (n: number): string =>
  LETTERS[n % 32]?.repeat(15).concat(LETTERS[Math.floor(n / 32) % 32] ?? '0') ?? '';
const DAY = 86_400_000;
const options = { showsReferences: true, whole: { from: 0, to: DAY } };

const own = (n: number, state: OurState = 'bought', more: Partial<OurLabel> = {}): OurLabel => ({
  purchaseId: `p${n}`,
  reference: referenceOf(n),
  carrierShipmentId: `c${n}`,
  trackingNumbers: [`NUMBER ${n}`],
  state,
  at: 1_000 + n,
  ...more,
});
const their = (n: number, state: TheirLabel['state'] = 'live', more: Partial<TheirLabel> = {}): TheirLabel => ({
  carrierShipmentId: `c${n}`,
  trackingNumbers: [`number-${n}`],
  reference: referenceOf(n),
  state,
  at: 1_000 + n,
  ...more,
});
const kinds = (ours: readonly OurLabel[], theirs: readonly TheirLabel[], more = {}): FindingKind[] =>
  compareLabels(ours, theirs, { ...options, ...more }).findings.map(({ kind }) => kind);

describe('one label', () => {
  it.each<[string, OurLabel[], TheirLabel[], FindingKind[]]>([
    ['both know it', [own(1)], [their(1)], []],
    ['both know it is void', [own(1, 'voided')], [their(1, 'voided')], []],
    ['void here, and its list shows no voids', [own(1, 'voided')], [], []],
    ['the carrier has one that is not here', [], [their(1)], ['unknown-here']],
    ['one that is not here was voided there', [], [their(1, 'voided')], []],
    ['here, and not in the list', [own(1)], [], ['unknown-there']],
    ['given up here, and there it is', [own(1, 'given-up')], [their(1)], ['given-up-here']],
    ['given up before the carrier told anything', [bare(1, 'given-up')], [their(1)], ['given-up-here']],
    ['voided here, good there', [own(1, 'voided')], [their(1)], ['voided-here']],
    ['good here, voided there', [own(1)], [their(1, 'voided')], ['voided-there']],
    [
      'a second one under its reference',
      [own(1)],
      [their(1), their(2, 'live', { reference: referenceOf(1) })],
      ['twice'],
    ],
    ['known by its number alone', [own(1, 'bought', { carrierShipmentId: undefined })], [their(1)], []],
    ['under way', [bare(1, 'open')], [their(1)], []],
    ['under way, not there yet', [bare(1, 'open')], [], []],
    ['made before the list begins', [own(1, 'bought', { at: -1 })], [], []],
    ['made after the list was read', [own(1, 'bought', { at: DAY + 1 })], [], []],
  ])('%s', (_name, ours, theirs, found) => expect(kinds(ours, theirs)).toEqual(found));

  function bare(n: number, state: OurState): OurLabel {
    return own(n, state, { carrierShipmentId: undefined, trackingNumbers: [] });
  }

  it('an open purchase that the carrier has is settled, not told', () => {
    const open = bare(1, 'open');
    expect(compareLabels([open], [their(1)], options)).toMatchObject({ findings: [], settles: [open], matched: 0 });
  });

  it('one made elsewhere is counted where references are shown, and told where they are not', () => {
    const foreign = their(1, 'live', { reference: '#1042' });
    expect(compareLabels([], [foreign], options)).toMatchObject({ findings: [], elsewhere: 1 });
    expect(kinds([], [their(1, 'live', { reference: undefined })], { showsReferences: false })).toEqual([
      'unknown-here',
    ]);
  });

  it('a list that was not read whole proves nothing about what is missing', () => {
    expect(kinds([own(1)], [], { whole: undefined })).toEqual([]);
  });
});

it('our references are told from others', () => {
  expect(['S000000000000001', 'ZZZZZZZZZZZZZZZZ'].every(isOurReference)).toBe(true);
  expect(['S00000000000001', 'I000000000000001', 's000000000000001', '', undefined].some(isOurReference)).toBe(false);
});

const world = fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 30 }).chain((ids) =>
  fc.record({
    both: fc.constant(ids),
    here: fc.array(fc.boolean(), { minLength: ids.length, maxLength: ids.length }),
    there: fc.array(fc.boolean(), { minLength: ids.length, maxLength: ids.length }),
    seed: fc.integer(),
  }),
);

const shuffled = <T>(items: readonly T[], seed: number): T[] =>
  items
    .map((item, index) => ({ item, key: Math.imul(index + 1, seed | 1) ^ (seed >>> 3) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

it('exactly what one side lacks is found, whatever the order and however often a label is listed', () => {
  fc.assert(
    fc.property(world, ({ both, here, there, seed }) => {
      const ours = both.filter((_, at) => here[at]).map((n) => own(n));
      const theirs = both.filter((_, at) => there[at]).map((n) => their(n));
      const listed = shuffled([...theirs, ...theirs.slice(0, 3)], seed);
      const { findings, matched, elsewhere } = compareLabels(shuffled(ours, seed + 1), listed, options);
      const lacking = both.filter((_, at) => there[at] && !here[at]).map((n) => `c${n}`);
      const missing = both.filter((_, at) => here[at] && !there[at]).map((n) => `p${n}`);
      const of = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind);
      expect(new Set(of('unknown-here').map((f) => f.theirs?.carrierShipmentId))).toEqual(new Set(lacking));
      expect(new Set(of('unknown-there').map((f) => f.ours?.purchaseId))).toEqual(new Set(missing));
      expect(findings).toHaveLength(lacking.length + missing.length);
      expect(matched + lacking.length).toBe(theirs.length);
      expect(elsewhere).toBe(0);
    }),
  );
});

it('no label that costs money is hidden: each good one in the list is matched, settled, told or counted', () => {
  const states = fc.constantFrom<OurState>('bought', 'voided', 'open', 'given-up');
  const ours = fc.array(fc.record({ n: fc.integer({ min: 0, max: 20 }), state: states, bare: fc.boolean() }), {
    maxLength: 15,
  });
  const theirs = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 20 }),
      reference: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
    }),
    { maxLength: 15, selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(ours, theirs, (purchases, labels) => {
      const known = [...new Map(purchases.map((one) => [one.n, one])).values()].map(({ n, state, bare }) =>
        own(n, state, bare ? { carrierShipmentId: undefined, trackingNumbers: [] } : {}),
      );
      const listed = labels.map(({ id, reference }) =>
        their(id, 'live', { reference: reference === undefined ? undefined : referenceOf(reference) }),
      );
      const { findings, matched, settles, elsewhere } = compareLabels(known, listed, options);
      const told = findings.filter(({ theirs: label }) => label !== undefined);
      expect(told.length + matched + settles.length + elsewhere).toBe(listed.length);
      expect(new Set(told.map(({ theirs: label }) => label?.carrierShipmentId)).size).toBe(told.length);
    }),
  );
});

it('labels that both sides date outside the span that is judged say that ours are listed, and nothing else', () => {
  const judged = { from: 0, to: DAY };
  const early = { at: -1 };
  const ours = [own(1), own(2, 'bought', early), own(4), own(5)];
  const theirs = [
    their(1, 'live', early),
    their(2, 'voided', early),
    their(3, 'live', early),
    their(5, 'voided', early),
  ];
  const compared = compareLabels(ours, theirs, { ...options, judged });
  expect(compared.findings.map(({ kind, ours: own }) => [kind, own?.purchaseId])).toEqual([
    ['voided-there', 'p5'],
    ['unknown-there', 'p4'],
  ]);
  expect([compared.pairs.size, compared.matched, compared.elsewhere]).toEqual([3, 1, 0]);
});

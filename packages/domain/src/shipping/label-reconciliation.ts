/**
 * What a carrier knows of an account's labels held against what is known here (decision 0375). Plain functions over plain values:
 * who is right is not decided, only what one side lacks. Times are milliseconds since 1970.
 */

/** How a purchase stands here. */
export type OurState =
  /** Bought, as far as is known. */
  | 'bought'
  /** Voided, or a void is under way. */
  | 'voided'
  /** Under way or unknown: the journal asks about it by itself. */
  | 'open'
  /** Refused or believed not to exist. */
  | 'given-up';

export interface OurLabel {
  readonly purchaseId: string;
  /** Told to the carrier. */
  readonly reference: string;
  /** The carrier's id of it, where it was told. */
  readonly carrierShipmentId: string | undefined;
  readonly trackingNumbers: readonly string[];
  readonly state: OurState;
  /** When it was sent. */
  readonly at: number;
}

export interface TheirLabel {
  readonly carrierShipmentId: string;
  readonly trackingNumbers: readonly string[];
  readonly reference: string | undefined;
  readonly state: 'live' | 'voided';
  readonly at: number;
}

export type FindingKind =
  /** The carrier has a label that is not here. */
  | 'unknown-here'
  /** It bears the reference of a label that is here, and is another one: paid twice. */
  | 'twice'
  /** Given up here, and the carrier has it. */
  | 'given-up-here'
  /** Voided here, and good at the carrier. */
  | 'voided-here'
  /** Good here, and voided at the carrier. */
  | 'voided-there'
  /** Good here, and not in the carrier's list. */
  | 'unknown-there';

export interface LabelFinding<O extends OurLabel = OurLabel, T extends TheirLabel = TheirLabel> {
  readonly kind: FindingKind;
  readonly theirs: T | undefined;
  readonly ours: O | undefined;
}

export interface LabelComparison<O extends OurLabel = OurLabel, T extends TheirLabel = TheirLabel> {
  readonly findings: readonly LabelFinding<O, T>[];
  /** Which of ours each label of theirs is, whatever became of either. */
  readonly pairs: ReadonlyMap<T, O>;
  /** Labels of theirs that were judged. */
  readonly listed: number;
  /** Labels that both know in the same state. */
  readonly matched: number;
  /** Open purchases that the carrier has: asked about at once, they are settled. */
  readonly settles: readonly O[];
  /** Labels made by other programs or by hand with this account: good ones without a reference of ours, where the list shows references. */
  readonly elsewhere: number;
}

export interface CompareOptions {
  /** The list shows references, so a label without one of ours was made elsewhere. */
  readonly showsReferences: boolean;
  /** The list was read whole for labels made in this span; what is missing outside it proves nothing. */
  readonly whole: { readonly from: number; readonly to: number } | undefined;
  /**
   * Labels that either side dates in this span are judged; others say that ours are in the list, and nothing else. Absent: all.
   */
  readonly judged?: { readonly from: number; readonly to: number } | undefined;
}

/** 16 characters of Crockford's alphabet, as `purchaseName` makes them. */
export const isOurReference = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text);

/** Carriers' own ids are compared as they stand, tracking numbers without blanks and dashes. */
const numberKey = (number: string): string => number.toUpperCase().replace(/[^0-9A-Z]/g, '');

function group<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

export const isWithin = (at: number, span: CompareOptions['judged']): boolean =>
  span === undefined || (at >= span.from && at <= span.to);

const keysOf = (label: OurLabel | TheirLabel): readonly string[] => [
  ...(label.carrierShipmentId === undefined || label.carrierShipmentId === '' ? [] : [`id ${label.carrierShipmentId}`]),
  ...label.trackingNumbers.map((number) => `number ${numberKey(number)}`).filter((key) => key !== 'number '),
];

/**
 * Compares the two lists. A label is the same by the carrier's id or a tracking number; a reference alone says so only where we
 * know no other label under it. The order of either list changes nothing but the order of the findings.
 */
export function compareLabels<O extends OurLabel, T extends TheirLabel>(
  ours: readonly O[],
  theirs: readonly T[],
  options: CompareOptions,
): LabelComparison<O, T> {
  const byKey = group(ours, keysOf);
  const byReference = group(ours, ({ reference }) => [reference]);
  const listed = [...new Map(theirs.map((label) => [label.carrierShipmentId, label])).values()];
  const pairOf = new Map<T, O>();
  const paired = new Set<O>();
  const pair = (label: T, own: O | undefined): void => {
    if (!own || paired.has(own)) return;
    pairOf.set(label, own);
    paired.add(own);
  };
  for (const label of listed)
    pair(
      label,
      keysOf(label)
        .flatMap((key) => byKey.get(key) ?? [])
        .find((own) => !paired.has(own)),
    );
  // Sorted, so that which of two labels under one reference is the other one does not hang on the order of the list.
  const rest = listed
    .filter((label) => !pairOf.has(label) && label.reference !== undefined)
    .toSorted((a, b) => a.at - b.at || (a.carrierShipmentId < b.carrierShipmentId ? -1 : 1));
  for (const label of rest)
    pair(
      label,
      (byReference.get(label.reference ?? '') ?? []).find((own) => keysOf(own).length === 0 && !paired.has(own)),
    );

  const findings: LabelFinding<O, T>[] = [];
  const settles: O[] = [];
  let [judged, matched, elsewhere] = [0, 0, 0];
  for (const label of listed) {
    const own = pairOf.get(label);
    if (!isWithin(label.at, options.judged) && !(own && isWithin(own.at, options.judged))) continue;
    judged += 1;
    if (own) {
      const kind = disagreement(own, label);
      if (kind) findings.push({ kind, theirs: label, ours: own });
      else if (own.state === 'open') settles.push(own);
      else matched += 1;
      continue;
    }
    if (label.state === 'voided') continue;
    const [namesake] = byReference.get(label.reference ?? '') ?? [];
    if (namesake) findings.push({ kind: 'twice', theirs: label, ours: namesake });
    else if (options.showsReferences && !isOurReference(label.reference)) elsewhere += 1;
    else findings.push({ kind: 'unknown-here', theirs: label, ours: undefined });
  }
  const { whole } = options;
  if (whole)
    for (const own of ours)
      if (own.state === 'bought' && !paired.has(own) && own.at >= whole.from && own.at <= whole.to)
        findings.push({ kind: 'unknown-there', theirs: undefined, ours: own });
  return { findings, pairs: pairOf, listed: judged, matched, settles, elsewhere };
}

function disagreement(ours: OurLabel, theirs: TheirLabel): FindingKind | undefined {
  if (theirs.state === 'voided') return ours.state === 'bought' ? 'voided-there' : undefined;
  if (ours.state === 'voided') return 'voided-here';
  return ours.state === 'given-up' ? 'given-up-here' : undefined;
}

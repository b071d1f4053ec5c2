/** Reasons of the history that the server writes itself, told apart from what people typed. Pure. */
const PATTERNS = {
  'by-hand': /^Entered by hand$/,
  imported: /^Imported from (?<what>.+)$/,
  bought: /^Label bought: (?<what>.+)$/,
  voided: /^Label voided$/,
  'one-voided': /^Label of one parcel voided$/,
  products: /^Completed from the products$/,
  'one-off': /^An address of this order alone$/,
  suggestion: /^With the suggestion, as the settings say$/,
  'asked-by-store': /^Asked for by the store$/,
  nobody: /^(?:Unassigned|To nobody)$/,
  'assigned-to': /^To (?<what>.+)$/,
  'as-set': /^As the store or the default settings say$/,
  unmarked: /^The manual mark was undone$/,
  marked: /^Marked by hand$/,
  'marked-with': /^Marked by hand: (?<what>.+)$/,
  reported: /^As (?<what>.+) reports$/,
  'changed-at': /^Changed at (?<what>.+)$/,
} as const satisfies Readonly<Record<string, RegExp>>;
export type Reason = keyof typeof PATTERNS;

/** Reasons that people type can begin like these: they are ours in entries of one event only. */
const ONLY_OF: Readonly<Partial<Record<Reason, string>>> = { 'assigned-to': 'assigned' };

/** Kind of the reason and what it names; undefined for any other text. */
export function reasonOf(text: string, event: string): { readonly kind: Reason; readonly what: string } | undefined {
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const kind = name as Reason;
    const found = pattern.exec(text);
    if (found && (ONLY_OF[kind] ?? event) === event) return { kind, what: found.groups?.what ?? '' };
  }
  return undefined;
}

export type StateKind = 'unfulfilled' | 'partial' | 'fulfilled' | 'manual';
const STATES: Readonly<Record<string, StateKind>> = {
  unfulfilled: 'unfulfilled',
  partial: 'partial',
  partially_fulfilled: 'partial',
  fulfilled: 'fulfilled',
  manual_fulfilled: 'manual',
};
/** A fulfilment as the history has it; undefined for any other text. */
export const stateOf = (text: string): StateKind | undefined => STATES[text.toLowerCase().replaceAll('-', '_')];

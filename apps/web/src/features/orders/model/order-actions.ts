/**
 * Everything that can be done with orders of the list, once: the row menu, the bulk bar, the keyboard with its help sheet
 * and the palette all read this list; the pictures are in `components/action-icons.ts`. What an action does is loaded when it is first wanted (`later/perform.ts`).
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PresetDto } from '@scanship/contracts/shipping/automation';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import type { ActionRight } from '@scanship/contracts/access/rights';
import { wishTogether } from '../../shipping/form/together-wish.ts';

/** The orders an action is for. */
export interface ActionTarget {
  /** What the server is sent. */
  readonly selection: OrderSelection;
  readonly count: number;
  /** There are more than could be counted. */
  readonly capped: boolean;
  /** Those seen so far; all of them when `whole`. */
  readonly rows: readonly OrderRow[];
  readonly whole: boolean;
}

export type PresetActionId = `preset:${string}`;
export type ActionId =
  | 'ship'
  | 'autoShip'
  | 'chosenCarrier'
  | 'preview'
  | 'markFulfilled'
  | 'unmarkFulfilled'
  | 'downloadSlips'
  | 'printSlips'
  | 'printLabels'
  | 'cancelLabels'
  | 'export'
  | 'packingList'
  | 'summary'
  | 'hold'
  | 'release'
  | 'tag'
  | 'assign'
  | 'note'
  | 'shipFrom'
  | 'edit'
  | 'saveProducts'
  | 'combine'
  | 'retry'
  | 'archive'
  | 'restore'
  | 'cancelOrder'
  | 'uncancelOrder';

/** What an action may use of the page. */
export interface ActionTools {
  /** Does it, or asks first what it needs to know. */
  readonly run: (id: ActionId | PresetActionId, target: ActionTarget, name?: string) => void;
  /** Opens the shipping panel with the focus on its rates. */
  readonly ship: (orderId: string) => void;
  readonly preview: (orderId: string) => void;
}

export interface OrderAction {
  readonly id: ActionId | PresetActionId;
  readonly name: MessageDescriptor;
  readonly group: 'ship' | 'print' | 'preset' | 'change' | 'end';
  /** As `KeyboardEvent.key`, letters in lower case. */
  readonly shortcut?: string;
  /** The person needs this right; without it the action is not offered. */
  readonly right?: ActionRight;
  /** Stands in the bulk bar itself, in this order; the others stand behind "More". */
  readonly bar?: number;
  /** A dialog comes up before it is done: always, or only where not all of its orders were seen, as there is no undo then. */
  readonly asks?: 'always' | 'unseen';
  /** For one order only, so never in the bulk bar. */
  readonly single?: true;
  readonly danger?: true;
  readonly visible: (target: ActionTarget) => boolean;
  /** Why it cannot be done now; undefined when it can. */
  readonly blocked: (target: ActionTarget) => MessageDescriptor | undefined;
  readonly perform: (target: ActionTarget, tools: ActionTools) => void;
}

/** Most orders of the calls that take ids alone. */
export const MOST_SLIPS = 1000;
export const MOST_VOIDED = 500;
export const MOST_LABELS = 200;

/** Some order is like this, or may be: orders that were not seen may be anything. */
const some = (target: ActionTarget, like: (row: OrderRow) => boolean): boolean =>
  !target.whole || target.rows.some(like);
const always = () => true;
const never = () => undefined;
const one = (target: ActionTarget): OrderRow | undefined =>
  target.whole && target.count === 1 ? target.rows[0] : undefined;

export const hasLabel = (row: OrderRow): boolean => row.trackingStatus !== null;
const isOpen = (row: OrderRow): boolean =>
  row.fulfillmentStatus === 'Unfulfilled' || row.fulfillmentStatus === 'Partially-Fulfilled';
const canShip = (row: OrderRow): boolean => isOpen(row) && row.hold === null && !row.archived && !row.importFailed;

const NO_LABEL = msg`There is no label.`;
const noLabel = (target: ActionTarget) => (some(target, hasLabel) ? undefined : NO_LABEL);
const tooMany = (target: ActionTarget, most: number): MessageDescriptor | undefined =>
  target.count > most ? msg`At most ${most} orders at once.` : undefined;
function noneToShip(target: ActionTarget): MessageDescriptor | undefined {
  if (some(target, canShip)) return undefined;
  if (target.rows.every((row) => row.archived)) return msg`Archived orders are not shipped.`;
  if (target.rows.some((row) => row.hold !== null && isOpen(row))) return msg`On hold. Release it first.`;
  if (target.rows.some((row) => row.importFailed)) return msg`The import failed. Try again first.`;
  if (target.rows.every((row) => row.fulfillmentStatus === 'Cancelled')) return msg`The order is cancelled.`;
  return msg`Already fulfilled.`;
}

export const ORDER_ACTIONS: readonly OrderAction[] = [
  {
    id: 'ship',
    name: msg`Ship the order`,
    group: 'ship',
    shortcut: 's',
    single: true,
    visible: always,
    blocked: never,
    perform: (target, tools) => {
      const row = one(target);
      if (row) tools.ship(row.id);
    },
  },
  {
    id: 'autoShip',
    name: msg`Auto Ship`,
    group: 'ship',
    asks: 'always',
    shortcut: 'a',
    right: 'labels.buy',
    bar: 1,
    visible: always,
    blocked: (target) => noneToShip(target) ?? tooMany(target, 10_000),
    perform: (target, tools) => tools.run('autoShip', target),
  },
  {
    id: 'chosenCarrier',
    name: msg`Ship with a chosen carrier`,
    group: 'ship',
    asks: 'always',
    right: 'labels.buy',
    visible: always,
    blocked: (target) => noneToShip(target) ?? tooMany(target, 10_000),
    perform: (target, tools) => tools.run('chosenCarrier', target),
  },
  {
    id: 'combine',
    name: msg`Combine into one shipment`,
    group: 'ship',
    visible: (target) => target.whole && target.rows.some((row) => row.signs.includes('combinable')),
    blocked: (target) =>
      one(target) || new Set(target.rows.map((row) => `${row.recipient}|${row.city}`)).size === 1
        ? undefined
        : msg`They go to different places.`,
    perform: (target, tools) => {
      const row = target.rows.find((each) => each.signs.includes('combinable'));
      if (!row) return;
      wishTogether(
        row.id,
        target.rows.flatMap(({ id }) => (id === row.id ? [] : [id])),
      );
      tools.ship(row.id);
    },
  },
  {
    id: 'preview',
    name: msg`View order`,
    group: 'ship',
    shortcut: ' ',
    single: true,
    visible: always,
    blocked: never,
    perform: (target, tools) => {
      const row = one(target);
      if (row) tools.preview(row.id);
    },
  },
  {
    id: 'markFulfilled',
    name: msg`Mark as Fulfilled`,
    group: 'ship',
    asks: 'always',
    shortcut: 'g',
    right: 'orders.edit',
    bar: 2,
    visible: always,
    blocked: (target) =>
      some(target, isOpen)
        ? undefined
        : target.rows.every((row) => row.fulfillmentStatus === 'Cancelled')
          ? msg`The order is cancelled.`
          : msg`Already fulfilled.`,
    perform: (target, tools) => tools.run('markFulfilled', target),
  },
  {
    id: 'unmarkFulfilled',
    name: msg`Undo “fulfilled by hand”`,
    group: 'ship',
    asks: 'unseen',
    right: 'orders.edit',
    visible: (target) => target.whole && target.rows.some((row) => row.fulfillmentStatus === 'Manual-Fulfilled'),
    blocked: never,
    perform: (target, tools) => tools.run('unmarkFulfilled', target),
  },
  {
    id: 'downloadSlips',
    name: msg`Download Package Slip`,
    group: 'print',
    shortcut: 'd',
    right: 'labels.print',
    bar: 3,
    visible: always,
    blocked: (target) => tooMany(target, MOST_SLIPS),
    perform: (target, tools) => tools.run('downloadSlips', target),
  },
  {
    id: 'printLabels',
    name: msg`Print labels`,
    group: 'print',
    shortcut: 'p',
    right: 'labels.print',
    bar: 4,
    visible: always,
    blocked: (target) => noLabel(target) ?? tooMany(target, MOST_LABELS),
    perform: (target, tools) => tools.run('printLabels', target),
  },
  {
    id: 'printSlips',
    name: msg`Print packing slips`,
    group: 'print',
    shortcut: 'l',
    right: 'labels.print',
    visible: always,
    blocked: (target) => tooMany(target, MOST_SLIPS),
    perform: (target, tools) => tools.run('printSlips', target),
  },
  {
    id: 'packingList',
    name: msg`Packing list`,
    group: 'print',
    shortcut: 'i',
    right: 'labels.print',
    visible: always,
    blocked: (target) => tooMany(target, 5000),
    perform: (target, tools) => tools.run('packingList', target),
  },
  {
    id: 'summary',
    name: msg`Order summary`,
    group: 'print',
    right: 'labels.print',
    visible: always,
    blocked: (target) => tooMany(target, 5000),
    perform: (target, tools) => tools.run('summary', target),
  },
  {
    id: 'export',
    name: msg`Export`,
    group: 'print',
    shortcut: 'o',
    right: 'orders.export',
    visible: always,
    blocked: never,
    perform: (target, tools) => tools.run('export', target),
  },
  {
    id: 'hold',
    name: msg`Hold`,
    group: 'change',
    asks: 'always',
    shortcut: 'h',
    right: 'orders.edit',
    visible: (target) => some(target, (row) => row.hold === null),
    blocked: never,
    perform: (target, tools) => tools.run('hold', target),
  },
  {
    id: 'release',
    name: msg`Release`,
    group: 'change',
    asks: 'unseen',
    shortcut: 'r',
    right: 'orders.edit',
    visible: (target) => some(target, (row) => row.hold !== null),
    blocked: never,
    perform: (target, tools) => tools.run('release', target),
  },
  {
    id: 'tag',
    name: msg`Tag`,
    group: 'change',
    asks: 'always',
    shortcut: 't',
    right: 'orders.edit',
    visible: always,
    blocked: never,
    perform: (target, tools) => tools.run('tag', target),
  },
  {
    id: 'assign',
    name: msg`Assign`,
    group: 'change',
    asks: 'always',
    shortcut: 'w',
    right: 'orders.edit',
    visible: always,
    blocked: never,
    perform: (target, tools) => tools.run('assign', target),
  },
  {
    id: 'note',
    name: msg`Internal note`,
    group: 'change',
    asks: 'always',
    shortcut: 'q',
    right: 'orders.edit',
    visible: always,
    blocked: never,
    perform: (target, tools) => tools.run('note', target),
  },
  {
    id: 'shipFrom',
    name: msg`Ship from`,
    group: 'change',
    asks: 'always',
    right: 'orders.edit',
    visible: always,
    blocked: never,
    perform: (target, tools) => tools.run('shipFrom', target),
  },
  {
    id: 'edit',
    name: msg`Edit details`,
    group: 'change',
    asks: 'always',
    right: 'orders.edit',
    visible: (target) => some(target, isOpen),
    blocked: never,
    perform: (target, tools) => tools.run('edit', target),
  },
  {
    id: 'saveProducts',
    name: msg`Save items to products`,
    group: 'change',
    right: 'products.edit',
    visible: always,
    blocked: never,
    perform: (target, tools) => tools.run('saveProducts', target),
  },
  {
    id: 'retry',
    name: msg`Try again`,
    group: 'change',
    right: 'orders.edit',
    visible: (target) => target.whole && target.rows.some((row) => row.importFailed || row.signs.includes('failed')),
    blocked: (target) => tooMany(target, 500),
    perform: (target, tools) => tools.run('retry', target),
  },
  {
    id: 'archive',
    name: msg`Archive`,
    group: 'end',
    asks: 'unseen',
    shortcut: 'e',
    right: 'orders.archive',
    visible: (target) => some(target, (row) => !row.archived),
    blocked: never,
    perform: (target, tools) => tools.run('archive', target),
  },
  {
    id: 'restore',
    name: msg`Restore`,
    group: 'end',
    asks: 'unseen',
    shortcut: 'u',
    right: 'orders.archive',
    visible: (target) => target.rows.some((row) => row.archived),
    blocked: never,
    perform: (target, tools) => tools.run('restore', target),
  },
  {
    id: 'cancelLabels',
    // Voids the labels (decisions 24); the order's own cancellation is the action after the next.
    name: msg({ message: 'Cancel', context: 'labels of an order' }),
    group: 'end',
    asks: 'always',
    right: 'labels.void',
    danger: true,
    visible: always,
    blocked: (target) => noLabel(target) ?? tooMany(target, MOST_VOIDED),
    perform: (target, tools) => tools.run('cancelLabels', target),
  },
  {
    id: 'cancelOrder',
    name: msg`Cancel the order`,
    group: 'end',
    asks: 'always',
    right: 'orders.archive',
    danger: true,
    visible: (target) => some(target, (row) => row.fulfillmentStatus !== 'Cancelled'),
    blocked: (target) => (target.whole && target.rows.every(hasLabel) ? msg`Cancel its label first.` : undefined),
    perform: (target, tools) => tools.run('cancelOrder', target),
  },
  {
    id: 'uncancelOrder',
    name: msg`Undo cancellation`,
    group: 'end',
    asks: 'unseen',
    right: 'orders.archive',
    visible: (target) => target.rows.some((row) => row.fulfillmentStatus === 'Cancelled'),
    blocked: never,
    perform: (target, tools) => tools.run('uncancelOrder', target),
  },
];

const BY_ID: ReadonlyMap<string, OrderAction> = new Map(ORDER_ACTIONS.map((action) => [action.id, action]));
export function actionOf(id: ActionId): OrderAction {
  const action = BY_ID.get(id);
  if (!action) throw new Error(`no action ${id}`);
  return action;
}

/** Whether a dialog comes up before the action is done. */
export function asksFirst(id: ActionId | PresetActionId, target: ActionTarget): boolean {
  const asks = BY_ID.get(id)?.asks;
  return asks === 'always' || (asks === 'unseen' && !target.whole);
}

export const ACTION_GROUPS = [
  'ship',
  'print',
  'preset',
  'change',
  'end',
] as const satisfies readonly OrderAction['group'][];

/** Presets are actions, too: the customer's own, those with a key on 1 to 9. */
export const presetActions = (presets: readonly PresetDto[]): readonly OrderAction[] =>
  presets.map(({ id, name, hotkey, problems }) => ({
    id: `preset:${id}`,
    // The customer's words: there is nothing to translate.
    name: { id: name, message: name },
    group: 'preset',
    ...(hotkey ? { shortcut: hotkey } : {}),
    right: 'orders.edit',
    visible: (target) => some(target, isOpen),
    blocked: () => (problems[0] ? { id: problems[0], message: problems[0] } : undefined),
    perform: (target, tools) => tools.run(`preset:${id}`, target, name),
  }));

/** What this person is offered for these orders; what is blocked stays, with its reason. */
export const offered = (
  target: ActionTarget,
  rights: ReadonlySet<string>,
  presets: readonly OrderAction[] = [],
): readonly OrderAction[] =>
  [...ORDER_ACTIONS, ...presets].filter(
    (action) =>
      (action.right === undefined || rights.has(action.right)) &&
      (action.single === undefined || target.count === 1) &&
      action.visible(target),
  );

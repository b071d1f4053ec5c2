/** What is the matter with a label, as a line of the exceptions inbox. Pure. */
import { type Money, toDecimal } from '@scanship/domain/money/money';
import type { FindingKind } from '@scanship/domain/shipping/label-reconciliation';
import type { Cause, Evidence as Told } from '../exceptions/index.ts';
import type { Evidence } from './run-rows.ts';

export const PREFIX = 'label';
export const keyOf = (findingId: string): string => `${PREFIX}:${findingId}`;

export interface FindingFacts {
  readonly id: string;
  readonly kind: FindingKind;
  readonly madeAt: Date;
  readonly evidence: Evidence;
  readonly carrierName: string;
  /** The account, as whoever reads it calls it. */
  readonly account: { readonly id: string; readonly name: string } | undefined;
  /** Of the label that is known here. */
  readonly own:
    | {
        readonly orderId: string | null;
        readonly orderNumber: string | null;
        readonly shipmentId: string;
        readonly serviceName: string;
        readonly reference: string;
      }
    | undefined;
  /** What the carrier charges is the account owner's to know. */
  readonly seesCost: boolean;
}

const numberOf = ({ trackingNumbers, carrierShipmentId }: Evidence): string =>
  trackingNumbers[0] ?? carrierShipmentId ?? '';

type Words = readonly [summary: string, nextStep: string];

function words(kind: FindingKind, carrier: string, number: string, order: string): Words {
  switch (kind) {
    case 'unknown-here':
      return [
        `${carrier} has label ${number}, which is not known here.`,
        `If nobody needs it, void it on the website of ${carrier} by this number. If it was bought on purpose, mark this as handled.`,
      ];
    case 'twice':
      return [
        `${carrier} has a second label for order ${order}: ${number}.`,
        `Only the label of the shipment is known here. If the second one is not in use, void it on the website of ${carrier} by this number.`,
      ];
    case 'given-up-here':
      return [
        `${carrier} has label ${number} for order ${order}, and it was given up here.`,
        `It is paid at the carrier. Void it on the website of ${carrier} by this number before the order gets another one, or use it by hand.`,
      ];
    case 'voided-here':
      return [
        `Label ${number} of order ${order} is voided here, and ${carrier} still has it as good.`,
        `Ask ${carrier} whether it will be refunded, and void it on its website by this number if it will not.`,
      ];
    case 'voided-there':
      return [
        `Label ${number} of order ${order} is good here, and voided at ${carrier}.`,
        'Do not use it. Void it here as well, so that it is refunded, and buy another one.',
      ];
    case 'unknown-there':
      return [
        `Label ${number} of order ${order} is good here, and ${carrier} does not list it.`,
        `It may have been voided on the website of ${carrier}. Ask ${carrier} before it is used.`,
      ];
  }
}

/** Without a street and a name: the list tells none. */
export const placeOf = ({ to }: Evidence): string =>
  [to?.city, to?.provinceCode, to?.zipcode, to?.countryCode]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');

const amount = (cost: Money): string => `${toDecimal(cost)} ${cost.currency}`;

/** What the carrier's list says of it, a fact a line. */
function toldBy({ evidence, madeAt, seesCost }: FindingFacts): readonly Told[] {
  const facts = [
    evidence.carrierShipmentId === undefined ? '' : `Its number at the carrier is ${evidence.carrierShipmentId}.`,
    evidence.trackingNumbers.length === 0 ? '' : `Its tracking number is ${evidence.trackingNumbers.join(', ')}.`,
    evidence.reference === undefined ? '' : `Its reference is ${evidence.reference}.`,
    evidence.service === undefined ? '' : `Its service is ${evidence.service}.`,
    placeOf(evidence) === '' ? '' : `It goes to ${placeOf(evidence)}.`,
    evidence.cost === undefined || !seesCost ? '' : `It cost ${amount(evidence.cost)}.`,
  ];
  return facts.filter((fact) => fact !== '').map((what) => ({ at: madeAt.toISOString(), step: 'list', what }));
}

/** Purchases are asked about as those, labels that are voided on one side as voids. */
const kindOf = (kind: FindingKind): Cause['kind'] =>
  kind === 'voided-here' || kind === 'voided-there' ? 'void' : 'purchase';

export function causeOf(facts: FindingFacts): Cause {
  const { own, account, evidence, kind } = facts;
  const [summary, nextStep] = words(kind, facts.carrierName, numberOf(evidence), own?.orderNumber ?? '');
  const order = own?.orderId ? { id: own.orderId, name: own.orderNumber ?? '' } : undefined;
  return {
    key: keyOf(facts.id),
    kind: kindOf(kind),
    reason: kind,
    summary,
    nextStep,
    actions: [
      ...(own ? (['open-shipment'] as const) : []),
      ...(order ? (['open-order'] as const) : []),
      'contact-carrier',
      'mark-handled',
    ],
    subject: {
      ...(order ? { order } : {}),
      ...(own ? { shipment: { id: own.shipmentId, name: own.serviceName } } : {}),
      ...(account ? { carrier: account } : {}),
    },
    since: facts.madeAt,
    reference: own?.reference ?? evidence.reference,
    evidence: toldBy(facts),
  };
}

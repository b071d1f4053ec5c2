/** What an account of the simulator has, at Core or at Omni. Times are ISO instants. */
import type { System } from '../src/system.ts';

export interface SimAccount {
  /** As our side names it. */
  readonly id: string;
  readonly system: System;
  /** Core's account id, Omni's user name. */
  readonly user: string;
  readonly key: string;
  readonly company: string;
  readonly currency: string;
}

export interface SimProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly kg: number;
  readonly modified: string;
}

export interface SimLine {
  /** Omni's; Core's lines have none. */
  readonly id: number;
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
  readonly kg: number;
  readonly dropShip?: boolean | undefined;
}

export type Stage = 'NOT AVAILABLE' | 'DRAFT' | 'AUTHORISED';

export interface SimTaskLine {
  readonly productId: string;
  readonly quantity: number;
  readonly box?: string | undefined;
}

export interface SimShipLine {
  readonly id: string;
  readonly date: string;
  readonly carrier: string;
  readonly boxes: string;
  readonly trackingNumber: string;
}

/** A fulfilment of Core. */
export interface SimTask {
  readonly id: string;
  readonly pick: Stage;
  readonly picked: readonly SimTaskLine[];
  readonly pack: Stage;
  readonly packed: readonly SimTaskLine[];
  readonly ship: Stage;
  readonly shipped: readonly SimShipLine[];
}

export interface SimOrder {
  readonly id: string;
  readonly number: string;
  readonly placed: string;
  readonly modified: string;
  readonly status: 'open' | 'draft' | 'void';
  readonly notes?: string | undefined;
  readonly service: string;
  readonly person: {
    readonly first: string;
    readonly last: string;
    readonly line1: string;
    readonly line2?: string | undefined;
    readonly city: string;
    readonly state: string;
    readonly postcode: string;
    readonly country: string;
  };
  readonly lines: readonly SimLine[];
  /** Of Core. */
  readonly tasks: readonly SimTask[];
  /** Of Omni. */
  readonly trackingCode: string;
  readonly carrier: string;
  readonly dispatched?: string | undefined;
}

export interface SimHook {
  readonly id: string;
  readonly type: string;
  readonly address: string;
  readonly token: string;
}

/** A GUID that can be told apart at a glance. */
export const guid = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-c017-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const emptyTask = (id: string): SimTask => ({
  id,
  pick: 'NOT AVAILABLE',
  picked: [],
  pack: 'NOT AVAILABLE',
  packed: [],
  ship: 'NOT AVAILABLE',
  shipped: [],
});

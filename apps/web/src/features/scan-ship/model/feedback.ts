/** What the table says after each scan: its kind decides words, colour and sound (ux.md line 32). */
import type { ScanShipped } from '@scanship/contracts/printing/scan-ship';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { ScaleRefusal } from '../../shipping/scale/scale.ts';
import type { Tone } from '../sounds.ts';

export type Feedback =
  | { readonly kind: 'found' | 'stopped' | 'voiding' | 'held' | 'repeating'; readonly number: string }
  | { readonly kind: 'several'; readonly count: number; readonly code: string }
  | { readonly kind: 'fulfilled' | 'missing' | 'queued' | 'wrong-item'; readonly code: string }
  | { readonly kind: 'blocked'; readonly number: string; readonly why: string }
  | { readonly kind: 'packed'; readonly title: string; readonly packed: number; readonly needed: number }
  | { readonly kind: 'too-many'; readonly title: string }
  | { readonly kind: 'incomplete'; readonly packed: number; readonly needed: number }
  | { readonly kind: 'shipped' | 'still-buying' | 'refused'; readonly shipped: ScanShipped }
  | { readonly kind: 'failed' | 'papers-failed'; readonly error: unknown }
  | { readonly kind: 'not-weighed'; readonly why: ScaleRefusal }
  | { readonly kind: 'voided' | 'void-goes-on'; readonly number: string; readonly refund: ShipmentSummary['refund'] }
  | { readonly kind: 'cleared' | 'choose-quote' | 'nothing-on-table' | 'nothing-to-void' | 'nothing-to-repeat' };

export type Colour = 'good' | 'bad' | 'warn' | 'info';

const LOOKS: Readonly<Record<Feedback['kind'], readonly [Colour, Tone | undefined]>> = {
  found: ['info', 'ok'],
  several: ['info', 'ok'],
  packed: ['info', 'ok'],
  shipped: ['good', 'done'],
  voided: ['good', 'done'],
  held: ['good', 'ok'],
  cleared: ['info', 'ok'],
  repeating: ['info', 'ok'],
  voiding: ['info', undefined],
  'void-goes-on': ['warn', 'ok'],
  'still-buying': ['warn', 'ok'],
  queued: ['warn', 'ok'],
  stopped: ['warn', 'ok'],
  fulfilled: ['warn', 'fulfilled'],
  missing: ['bad', 'missing'],
  blocked: ['bad', 'wrong'],
  'wrong-item': ['bad', 'wrong'],
  'too-many': ['bad', 'wrong'],
  incomplete: ['bad', 'wrong'],
  failed: ['bad', 'wrong'],
  refused: ['bad', 'wrong'],
  'papers-failed': ['bad', 'wrong'],
  'not-weighed': ['bad', 'wrong'],
  'choose-quote': ['warn', 'wrong'],
  'nothing-on-table': ['warn', 'wrong'],
  'nothing-to-void': ['warn', 'wrong'],
  'nothing-to-repeat': ['warn', 'wrong'],
};

export const colourOf = ({ kind }: Feedback): Colour => LOOKS[kind][0];
export const toneOf = ({ kind }: Feedback): Tone | undefined => LOOKS[kind][1];

import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconClockExclamation,
  IconGift,
  IconHandStop,
  IconMapPinQuestion,
  IconNote,
  IconPackages,
  IconPlaneDeparture,
  IconTruckLoading,
} from '#icons';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { TRACKING_TONES, TRACKING_WORDS } from '../../shipping/tracking-words.ts';
import type { OrderSign } from '../model/order-search.ts';
import { SIGN_WORDS, STATUS_TONES, STATUS_WORDS } from '../model/words.ts';

const SIGN_ICONS = {
  note: IconNote,
  gift: IconGift,
  international: IconPlaneDeparture,
  unverified: IconMapPinQuestion,
  combinable: IconPackages,
  hold: IconHandStop,
  failed: IconAlertTriangle,
  partial: IconTruckLoading,
  overdue: IconClockExclamation,
} as const;
const SIGN_TONES: Partial<Record<OrderSign, Tone>> = {
  failed: 'bad',
  unverified: 'warn',
  hold: 'warn',
  overdue: 'bad',
};

type Row = Pick<OrderRow, 'fulfillmentStatus' | 'archived'> & Partial<Pick<OrderRow, 'trackingStatus'>>;

/** What the carrier has said so far is news; that a label exists is not. */
const isNews = (status: TrackingStatus): boolean => status !== 'unknown' && status !== 'label-created';

export function StatusBadge({ order }: { readonly order: Row }) {
  const { i18n } = useI18n();
  return (
    <span className="row tight">
      <Badge tone={STATUS_TONES[order.fulfillmentStatus]}>{i18n._(STATUS_WORDS[order.fulfillmentStatus])}</Badge>
      {order.trackingStatus && isNews(order.trackingStatus) && (
        <Badge tone={TRACKING_TONES[order.trackingStatus]}>{i18n._(TRACKING_WORDS[order.trackingStatus])}</Badge>
      )}
      {order.archived && (
        <Badge outline>
          <Trans>Archived</Trans>
        </Badge>
      )}
    </span>
  );
}

/** A sign always has its word: the list must read in grey, too (ux.md line 14). */
export function SignBadge({
  sign,
  title,
  words,
}: {
  readonly sign: OrderSign;
  readonly title?: string | undefined;
  /** In place of the usual ones. */
  readonly words?: string | undefined;
}) {
  const { i18n } = useI18n();
  const Icon = SIGN_ICONS[sign];
  const tone = SIGN_TONES[sign];
  return (
    <Badge tone={tone ?? 'plain'} outline={!tone} title={title} icon={<Icon size={13} stroke={1.8} aria-hidden />}>
      {words ?? i18n._(SIGN_WORDS[sign])}
    </Badge>
  );
}

export function OrderSigns({
  order,
}: {
  readonly order: Pick<OrderRow, 'signs' | 'hold' | 'holdUntil' | 'claimedBy'>;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const until = order.holdUntil === null ? undefined : t`On hold until ${format.day(order.holdUntil)}`;
  return (
    <>
      {order.claimedBy && (
        <Badge tone="info" icon={<IconTruckLoading size={13} stroke={1.8} aria-hidden />}>
          <Trans>Being shipped by {order.claimedBy}</Trans>
        </Badge>
      )}
      {order.signs.map((sign) => (
        <SignBadge
          key={sign}
          sign={sign}
          title={sign === 'hold' ? (order.hold ?? undefined) : undefined}
          words={sign === 'hold' ? until : undefined}
        />
      ))}
    </>
  );
}

/** What is posted (docs/notice-webhook.md). Fields are added, never renamed or taken away: sellers have programs that read them. */
import type { NoticeLanguage, NoticeWords } from '@scanship/contracts/stores/buyer-notices';
import type { NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import { fillIn, type NoticeValues } from '@scanship/domain/tracking/notice-words';

export interface ToPost {
  /** Of this notice: the same each time it is tried. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly test: boolean;
  readonly occurredAt: Date;
  readonly orderId: string;
  readonly storeId: string | null;
  readonly language: NoticeLanguage;
  readonly values: NoticeValues;
  readonly words: NoticeWords;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly countryCode: string | null;
  readonly page: string;
}

export const payloadOf = (notice: ToPost) => {
  const { values, language } = notice;
  const tag = `${language}-CA`;
  return {
    id: notice.id,
    type: notice.kind,
    test: notice.test,
    occurredAt: notice.occurredAt.toISOString(),
    seller: values.seller_name ?? null,
    order: { id: notice.orderId, number: values.order_number ?? null, storeId: notice.storeId },
    parcel: {
      carrier: values.carrier ?? null,
      trackingNumber: values.tracking_number ?? null,
      trackingPage: notice.page,
      expectedDay: values.expected_day ?? null,
    },
    buyer: {
      name: values.buyer_name ?? null,
      email: notice.email,
      phone: notice.phone,
      city: values.city ?? null,
      countryCode: notice.countryCode,
      language,
    },
    message: {
      subject: fillIn(notice.words.subject, values, tag).join(' '),
      text: fillIn(notice.words.body, values, tag).join('\n'),
    },
  };
};
export type NoticePayload = ReturnType<typeof payloadOf>;

import { useLingui } from '@lingui/react/macro';
import type { Payment } from '@scanship/contracts/money/payments';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';

/** "Visa 4242, top-up", "Transfer, Wire 77". */
export function useHowWords(): (payment: Payment) => string {
  const { t } = useLingui();
  return (payment) => {
    const methods = { card: t`Card`, transfer: t`Transfer`, cheque: t`Cheque`, cash: t`Cash`, other: t`Other` };
    const purposes = {
      'top-up': t`top-up`,
      pay: t`payment`,
      auto: t`automatic top-up`,
      manual: payment.reference ?? '',
    };
    return [payment.card ?? methods[payment.method], purposes[payment.purpose]].filter(Boolean).join(', ');
  };
}

const TONES: Readonly<Record<Payment['state'], Tone>> = {
  open: 'info',
  action: 'warn',
  processing: 'info',
  succeeded: 'good',
  failed: 'bad',
};

export function PaymentState({ payment }: { readonly payment: Payment }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = {
    open: t`On its way`,
    action: t`Waits for your bank`,
    processing: t`On its way`,
    succeeded: t`Paid`,
    failed: t`Failed`,
  };
  const money = (minor: number) => format.money({ minor, currency: payment.currency });
  const [refunded, disputed] = [money(payment.refundedMinor), money(payment.disputedMinor)];
  return (
    <>
      <Badge tone={TONES[payment.state]}>{words[payment.state]}</Badge>
      {payment.refundedMinor > 0 && <div className="small">{t`${refunded} refunded`}</div>}
      {payment.disputedMinor > 0 && <div className="small">{t`${disputed} taken back by the bank`}</div>}
    </>
  );
}

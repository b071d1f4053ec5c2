import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import type { Payout } from '@scanship/contracts/money/payouts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { payoutQuery } from './bank-api.ts';
import { DISAGREEMENT_WORDS, ITEM_WORDS } from './bank-words.ts';

interface Props {
  readonly of: Payout | undefined;
  readonly onClose: () => void;
}

/** Each entry of a payout beside the books. */
export function PayoutDialog({ of, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const day = of ? format.day(of.arrivesOn) : '';
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Payout of ${day}`} size="xl">
      {of && <Items of={of} />}
    </Dialog>
  );
}

function Items({ of }: { readonly of: Payout }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { currency } = of;
  const money = (minor: number): string => format.money({ minor, currency });
  const detail = useQuery(payoutQuery(of.id));
  return (
    <Loaded query={detail}>
      {({ items, count, differenceMinor }) => (
        <div className="stack wide">
          {differenceMinor !== 0 && (
            <div className="notice" data-tone="bad" role="alert">
              <Trans>
                The entries come to {money(differenceMinor)} less than the payout. Look at it at the card provider.
              </Trans>
            </div>
          )}
          <TableWrap label={t`What is in the payout`}>
            <table className="plain-table" data-testid="payout-items">
              <thead>
                <tr>
                  <th>{t`Day`}</th>
                  <th>{t`What`}</th>
                  <th className="num">{t`Amount`}</th>
                  <th className="num">{t`Fee`}</th>
                  <th className="num">{t`In the books`}</th>
                  <th>{t`Beside the books`}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={`${item.kind} ${item.paymentId} ${item.happenedAt} ${item.amountMinor} ${item.note}`}>
                    <td>{format.instant(item.happenedAt, 'day')}</td>
                    <td>
                      {i18n._(ITEM_WORDS[item.kind])}
                      <div className="dim small">{item.buyerName ?? item.note}</div>
                    </td>
                    <td className="num">{money(item.amountMinor)}</td>
                    <td className="num">{item.feeMinor === 0 ? '' : money(-item.feeMinor)}</td>
                    <td className="num">
                      {item.bookedMinor !== null &&
                        format.money({ minor: item.bookedMinor, currency: item.bookedCurrency ?? currency })}
                    </td>
                    <td>
                      {item.disagrees ? (
                        <Badge tone="bad">{i18n._(DISAGREEMENT_WORDS[item.disagrees])}</Badge>
                      ) : item.kind === 'fee' || item.kind === 'other' ? null : (
                        <Badge tone="good">{t`Agrees`}</Badge>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
          {count > items.length && (
            <p className="dim small">
              <Trans>
                The first {format.number(items.length)} of {format.number(count)}; what does not agree stands first.
              </Trans>
            </p>
          )}
        </div>
      )}
    </Loaded>
  );
}

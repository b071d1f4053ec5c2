import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import type { BillPreview } from '@scanship/contracts/carriers/carrier-bills';
import { useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { KEPT_WORDS, KIND_WORDS } from './bill-words.ts';

/** Who gains and who pays, what stays with oneself, and what of the chosen is left to decide. */
export function DecisionPreview({ preview, undo }: { readonly preview: BillPreview; readonly undo: boolean }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { buyers, own, kept, noticeDays } = preview;
  const money = (minor: number, currency: string): string => format.money({ minor, currency });
  return (
    <div className="stack" data-testid="decision-preview">
      {preview.count > 0 && buyers.length === 0 && (
        <p className="small">
          {undo ? (
            <Trans>Nobody below was charged or credited for it.</Trans>
          ) : (
            <Trans>Nobody below is charged or credited.</Trans>
          )}
        </p>
      )}
      {buyers.length > 0 && (
        <TableWrap label={t`Who pays and who gains`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t`Customer`}</th>
                <th scope="col" className="num">{t`Pays`}</th>
                <th scope="col" className="num">{t`Gets back`}</th>
              </tr>
            </thead>
            <tbody>
              {buyers.map((buyer) => (
                <tr key={`${buyer.id} ${buyer.currency}`}>
                  <th scope="row" className="audit-who">
                    {buyer.name}
                    <details className="dim small">
                      <summary>
                        <Plural value={buyer.items.length} one="# difference" other="# differences" />
                      </summary>
                      <ul>
                        {buyer.items.map((item) => (
                          <li key={item.id}>
                            <span className="num">{item.trackingNumber}</span> {i18n._(KIND_WORDS[item.kind])}:{' '}
                            {format.money(item.amount)}
                          </li>
                        ))}
                      </ul>
                    </details>
                  </th>
                  <td className="num">{buyer.paysMinor > 0 && money(buyer.paysMinor, buyer.currency)}</td>
                  <td className="num">{buyer.getsMinor > 0 && money(buyer.getsMinor, buyer.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {own.map(({ currency, carrierMinor, passedOnMinor, keptMinor }) => (
        <dl key={currency} className="audit-own">
          <div>
            <dt>{t`The carrier, before taxes`}</dt>
            <dd className="num">{money(carrierMinor, currency)}</dd>
          </div>
          <div>
            <dt>{t`Passed on, before taxes`}</dt>
            <dd className="num">{money(passedOnMinor, currency)}</dd>
          </div>
          <div>
            <dt className="strong">{keptMinor < 0 ? t`You gain` : t`You bear`}</dt>
            <dd className="num strong">{money(Math.abs(keptMinor), currency)}</dd>
          </div>
        </dl>
      ))}
      {!undo && buyers.some(({ paysMinor }) => paysMinor > 0) && (
        <p className="dim small">
          <Plural
            value={noticeDays}
            _0="Amounts include taxes. Charges are booked at once, credits too."
            one="Amounts include taxes. Who pays is told now and charged in # day unless they object; credits move at once."
            other="Amounts include taxes. Who pays is told now and charged in # days unless they object; credits move at once."
          />
        </p>
      )}
      {kept.length > 0 && (
        <div data-testid="kept">
          <p className="small strong">
            <Plural value={kept.length} one="# stays as it is:" other="# stay as they are:" />
          </p>
          <ul className="small">
            {kept.map((item) => (
              <li key={item.id}>
                <span className="num">{item.trackingNumber}</span> {i18n._(KIND_WORDS[item.kind])},{' '}
                {format.money(item.amount)}
                {item.charges.length > 0 && <q className="audit-words">{item.charges.join(', ')}</q>}
                <div className="dim">{i18n._(KEPT_WORDS[item.reason])}</div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

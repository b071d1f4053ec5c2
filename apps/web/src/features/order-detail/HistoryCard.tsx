/** Who did what with the order, and when. */
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../app/use-format.ts';
import { reasonOf, stateOf } from './history-reasons.ts';
import { EVENT_WORDS, FULFILMENT_WORDS, REASON_WORDS } from './history-words.ts';

const SHOWN = 12;

export function HistoryCard({ order }: { readonly order: OrderDetail }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const [all, setAll] = useState(false);
  if (order.history.length === 0) return null;
  const entries = all ? order.history : order.history.slice(0, SHOWN);
  const word = (text: string) => {
    const state = stateOf(text);
    return state ? i18n._(FULFILMENT_WORDS[state]) : text;
  };
  const reason = (text: string, event: string) => {
    const known = reasonOf(text, event);
    if (!known) return text;
    const { id, message = text } = REASON_WORDS[known.kind];
    return i18n._(id, { what: known.what }, { message });
  };
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>History</Trans>
        </h2>
      </div>
      <ol className="card-body history">
        {entries.map((entry, i) => (
          <li key={`${entry.at}-${i}`}>
            <time className="dim small num" dateTime={entry.at}>
              {format.instant(entry.at, 'short')}
            </time>
            <div>
              <span className="strong">{i18n._(EVENT_WORDS[entry.event])}</span>
              {entry.from && entry.to ? (
                <>
                  {': '}
                  {word(entry.from)} → {word(entry.to)}
                </>
              ) : (
                (entry.to ?? entry.from) && <>: {word(entry.to ?? entry.from ?? '')}</>
              )}
              {entry.why && <div className="dim">{reason(entry.why, entry.event)}</div>}
              <div className="dim small">
                {entry.forWhom ? (
                  <Trans>
                    {entry.who}, in the name of {entry.forWhom}
                  </Trans>
                ) : (
                  entry.who
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      {order.history.length > SHOWN && !all && (
        <div className="card-body">
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            <Trans>Show all {order.history.length} entries</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

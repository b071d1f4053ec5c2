/** Who did what with the order, and when. */
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders';
import { useFormat } from '../../app/use-format.ts';
import { EVENT_WORDS, stateWord } from './history-words.ts';

const SHOWN = 12;

export function HistoryCard({ order }: { readonly order: OrderDetail }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const [all, setAll] = useState(false);
  if (order.history.length === 0) return null;
  const entries = all ? order.history : order.history.slice(0, SHOWN);
  const word = (text: string) => {
    const known = stateWord(text);
    return known ? i18n._(known) : text;
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
              {entry.why && <div className="dim">{entry.why}</div>}
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

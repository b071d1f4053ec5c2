import { useElementSize } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { type Bar, barsOf, ticksOf } from './chart-model.ts';

export interface Series {
  readonly name: string;
  readonly days: readonly { readonly day: string; readonly value: number }[];
  readonly show: (value: number) => string;
}

const HEIGHT = 216;
const TOP = 10;
const BOTTOM = 24;
/** Room a date needs on each side of its middle. */
const HALF_DATE = 22;

/** Figures by day as bars, one kind at a time, with the same figures in a table for who does not read charts. */
export function DayChart({ series }: { readonly series: readonly Series[] }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(0);
  const headId = useId();
  const one = series[chosen] ?? series[0];
  if (!one) return null;
  const bars = barsOf(one.days);
  return (
    <section className="card" aria-labelledby={headId}>
      <div className="card-head">
        <h2 id={headId} className="grow">
          <Trans>Day by day</Trans>
        </h2>
        {series.length > 1 && (
          <div className="choice-row" role="group" aria-label={t`What the chart shows`}>
            {series.map(({ name }, index) => (
              <button key={name} type="button" aria-pressed={one.name === name} onClick={() => setChosen(index)}>
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="card-body">
        <Bars bars={bars} series={one} />
      </div>
      <details className="chart-table">
        <summary>
          <Trans>The same as a table</Trans>
        </summary>
        <TableWrap label={one.name}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Day</Trans>
                </th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map((bar) => (
                <tr key={bar.from}>
                  <td>
                    <Days bar={bar} />
                  </td>
                  {series.map(({ name, days, show }) => (
                    <td key={name} className="end num">
                      {show(
                        days.reduce((sum, { day, value }) => (day >= bar.from && day <= bar.to ? sum + value : sum), 0),
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      </details>
    </section>
  );
}

function Days({ bar }: { readonly bar: Bar }) {
  const words = useBarWords();
  return <>{words(bar)}</>;
}

function useBarWords(): (bar: Bar) => string {
  const format = useFormat();
  return ({ from, to }) => (from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`);
}

/** Drawn in real pixels, so that its text stays as large as the page's. */
function Bars({ bars, series }: { readonly bars: readonly Bar[]; readonly series: Series }) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { ref, width } = useElementSize();
  const words = useBarWords();
  const ticks = ticksOf(bars.map((bar) => bar.value));
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const left = Math.max(...ticks.map((tick) => series.show(tick).length)) * 6.4 + 12;
  const inner = Math.max(60, width - left);
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const slot = inner / Math.max(1, bars.length);
  const thick = Math.max(1, Math.min(34, slot * 0.72));
  const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  // About 70 px a date, evenly from the left.
  const every = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(inner / 70))));
  const best = bars.reduce<Bar | undefined>((top, bar) => (top && top.value >= bar.value ? top : bar), undefined);
  const { name } = series;
  const all = series.show(bars.reduce((sum, bar) => sum + bar.value, 0));
  const highest = best ? `${words(best)}: ${series.show(best.value)}` : '';
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          className="chart"
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={t`${name}: ${all} in all. Highest ${highest}`}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className={tick === 0 ? 'chart-base' : 'chart-line'}
                x1={left}
                x2={width}
                y1={y(tick)}
                y2={y(tick)}
              />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                {series.show(tick)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const x = left + slot * index;
            const top = Math.min(y(0), y(bar.value));
            return (
              <g key={bar.from}>
                <title>{`${words(bar)}: ${series.show(bar.value)}`}</title>
                <rect className="chart-hit" x={x} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} />
                <rect
                  className="chart-bar"
                  x={x + (slot - thick) / 2}
                  y={top}
                  width={thick}
                  height={Math.abs(y(bar.value) - y(0))}
                  rx={Math.min(3, thick / 3)}
                />
                {index % every === 0 && x + slot / 2 + HALF_DATE < width && (
                  <text x={x + slot / 2} y={HEIGHT - 6} textAnchor="middle">
                    {shortDay.format(new Date(`${bar.from}T00:00:00Z`))}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

import { useLingui } from '@lingui/react/macro';
import { IconArrowDownRight, IconArrowUpRight } from '#icons';
import type { ReactNode } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { changeOf } from './chart-model.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
}
/** One figure with what it was before, or what it is made of. */
export function Figure({ label, value, children }: Props) {
  return (
    <div className="card figure">
      <h3 className="dim">{label}</h3>
      <span className="figure-value">{value}</span>
      {children && <div className="small dim">{children}</div>}
    </div>
  );
}

/** More or less than in the same number of days before; the words say it, the arrow helps the eye. */
export function Trend({ now, before }: { readonly now: number; readonly before: number }) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const change = changeOf(now, before);
  if (change === undefined) return now === 0 ? t`As before: none` : t`None in the period before`;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
    Math.abs(change),
  );
  if (Math.abs(change) < 0.005) return t`Same as the period before`;
  const Icon = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className="trend">
      <Icon size={15} aria-hidden />
      {change > 0 ? t`${percent} more than before` : t`${percent} less than before`}
    </span>
  );
}

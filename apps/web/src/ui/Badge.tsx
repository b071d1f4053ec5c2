import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'test' | 'plain';
interface Props {
  readonly tone?: Tone;
  readonly outline?: boolean;
  readonly icon?: ReactNode;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}
/** A word with a tint. The word carries the meaning, the tint only helps the eye. */
export function Badge({ tone = 'plain', outline = false, icon, title, children }: Props) {
  return (
    <span className={outline ? 'badge outline' : 'badge'} data-tone={tone} title={title}>
      {icon}
      {children}
    </span>
  );
}

export const TestBadge = () => <Badge tone="test">TEST</Badge>;

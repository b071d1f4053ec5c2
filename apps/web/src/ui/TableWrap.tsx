import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}
/** A table that may be wider or longer than its place: it scrolls by itself, also with the keyboard. */
export function TableWrap({ label, className = '', children }: Props) {
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`table-wrap ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Tabs that are links. Where they do not fit, the open one is scrolled into sight whenever it becomes another. */
export function TabNav({ label, className, children }: Props) {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef<Element>(null);
  useEffect(() => {
    const open = nav.current?.querySelector(':scope > [aria-current]');
    if (!nav.current || !open || open === shown.current) return;
    shown.current = open;
    const [row, tab] = [nav.current.getBoundingClientRect(), open.getBoundingClientRect()];
    nav.current.scrollLeft += tab.left + tab.width / 2 - (row.left + row.width / 2);
  });
  return (
    <nav ref={nav} className={className === undefined ? 'tabs' : `tabs ${className}`} aria-label={label}>
      {children}
    </nav>
  );
}

import { useEffect, useRef, useState } from 'react';

interface Props {
  /** A whole document, written by whoever sent the mail. */
  readonly html: string;
  readonly title: string;
}

/**
 * Shows a mail in a frame that runs no scripts. The frame inherits this page's content security policy, which refuses the
 * inline styles of mails; so the document is parsed without being shown, and its styles are given by script of ours.
 */
export function MailFrame({ html, title }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (inside) setHeight(show(inside, html));
  }, [html]);
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      style={{ height }}
      // Links of the mail open here, when pressed; nothing else of the page is within its reach without scripts.
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
    />
  );
}

const RUNS = 'script, iframe, object, embed, form, link, meta, base';

/** @returns the height of what is shown, in pixels */
function show(inside: Document, html: string): number {
  const sheets: string[] = [];
  // Parsing alone would already offend the policy, so styles are taken out of the text before it.
  const plain = html
    .replaceAll(/<style[^<>]*>([^<]*)<\/style>/gi, (_whole, css: string) => {
      sheets.push(css);
      return '';
    })
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, ' data-style='));
  const parsed = new DOMParser().parseFromString(plain, 'text/html');
  for (const element of parsed.querySelectorAll(RUNS)) element.remove();
  for (const link of parsed.querySelectorAll('a')) link.target = '_top';
  inside.documentElement.lang = parsed.documentElement.lang;
  const bodyStyle = parsed.body.dataset['style'] ?? '';
  inside.body.replaceChildren(...[...parsed.body.childNodes].map((node) => inside.adoptNode(node)));
  inside.body.style.cssText = bodyStyle;
  for (const element of inside.body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  const Sheet = inside.defaultView?.CSSStyleSheet;
  if (Sheet)
    inside.adoptedStyleSheets = sheets.map((text) => {
      const sheet = new Sheet();
      sheet.replaceSync(text);
      return sheet;
    });
  return inside.documentElement.scrollHeight;
}

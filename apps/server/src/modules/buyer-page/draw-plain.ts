/** A page for a buyer that says one thing, and asks for one press at the most. */
import { inkOn } from '@scanship/domain/values/contrast';
import { DEFAULT_COLOUR, SHEET } from './draw-page.ts';
import { Html, html } from './html.ts';
import { directionOf, LANGUAGES, type Language } from './words.ts';

export interface PlainPage {
  readonly language: Language;
  readonly nonce: string;
  /** The seller; null where it is not known. */
  readonly by: string | null;
  readonly title: string;
  readonly text: string;
  /** Sends this page's own address once more, by POST. */
  readonly button: string | undefined;
}

export const drawPlain = (page: PlainPage): string => {
  const { tag } = LANGUAGES[page.language];
  const sheet = new Html(`:root{--brand:${DEFAULT_COLOUR};--on-brand:${inkOn(DEFAULT_COLOUR)}}${SHEET}`);
  return html`<!doctype html>
<html lang="${tag}" dir="${directionOf(tag)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${page.title}${page.by && ` · ${page.by}`}</title>
<link rel="icon" href="data:,">
<style nonce="${page.nonce}">${sheet}</style>
</head>
<body>
<header>${page.by && html`<p>${page.by}</p>`}<h1>${page.title}</h1></header>
<main>
<section><p>${page.text}</p>
${page.button !== undefined && html`<form method="post"><button type="submit">${page.button}</button></form>`}</section>
</main>
</body>
</html>
`.text;
};

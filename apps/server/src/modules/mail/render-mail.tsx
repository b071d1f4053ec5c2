/** Draws a mail. Loaded when the first mail is sent: React and its mail components take half a second. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailLanguage } from './mail.ts';
import type { MailBrand } from './mail-branding.ts';
import type { MailContent } from './mail-content.ts';
import { MailLayout } from './MailLayout.tsx';

/** As mail programs expect it: React's own would be that of a web page. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * Not by `@react-email/render`, which streams: React's streams keep their request in an `AsyncLocalStorage`, and from
 * the first mail on Node would call a hook for every promise of the process until it ends.
 */
export const renderHtml = (content: MailContent, brand: MailBrand, language: MailLanguage): string =>
  DOCTYPE + renderToStaticMarkup(<MailLayout content={content} brand={brand} language={language} />);

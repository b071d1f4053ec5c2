/** Draws a mail. Loaded when the first mail is sent: React and its mail components take half a second. */
import { render } from '@react-email/components';
import type { MailLanguage } from './mail.ts';
import type { MailBrand } from './mail-branding.ts';
import type { MailContent } from './mail-content.ts';
import { MailLayout } from './MailLayout.tsx';

export const renderHtml = (content: MailContent, brand: MailBrand, language: MailLanguage): Promise<string> =>
  render(<MailLayout content={content} brand={brand} language={language} />);

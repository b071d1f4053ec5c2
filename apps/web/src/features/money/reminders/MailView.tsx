import './reminders.css';
import type { MailPreview } from '@scanship/contracts/money/reminders';

/** A mail as its reader has it, in its own language. */
export function MailView({ mail }: { readonly mail: MailPreview }) {
  return (
    <div className="reminder-mail" lang={mail.language}>
      <div className="strong">{mail.subject}</div>
      {mail.paragraphs.slice(0, 1).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {mail.links.length > 0 && (
        <ul>
          {mail.links.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {mail.paragraphs.slice(1).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {mail.button !== null && <span className="badge outline">{mail.button}</span>}
    </div>
  );
}

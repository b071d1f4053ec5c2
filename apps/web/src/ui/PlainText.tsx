import { Fragment } from 'react';

/** Secure addresses only; a full stop or bracket behind one belongs to the sentence. */
const ADDRESS = /(https:\/\/[^\s<>"]+[^\s<>".,;:!?)])/;

/** Text that somebody typed: a blank line begins a paragraph, addresses are links, and nothing of it is markup. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <div className="plain-text break-anywhere">
      {text
        .split(/\n[ \t]*\n\s*/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs of one text never move
          <p key={at}>
            {paragraph.split(ADDRESS).map((part, place) =>
              part.startsWith('https://') ? (
                // oxlint-disable-next-line react/no-array-index-key -- the same
                <a key={place} className="link" href={part} target="_blank" rel="noopener noreferrer">
                  {part}
                </a>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key -- the same
                <Fragment key={place}>{part}</Fragment>
              ),
            )}
          </p>
        ))}
    </div>
  );
}

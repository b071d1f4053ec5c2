/** The answer of one call as connectors see it, whoever made it: the client, a recorded case, a mutation of the suite. */
import { tooMuchJson } from '../answers/answer-bounds.ts';
import { fail } from '../errors.ts';
import type { HttpResponse } from './http.ts';

const charsetOf = (contentType: string): string => /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf(contentType);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    // TextDecoder throws RangeError for a label it does not know; every other error is ours and must be seen.
    if (error instanceof RangeError) return new TextDecoder('utf-8').decode(bytes);
    throw error;
  }
}

/** Where the words of an error page stand at the latest; more is not looked at. Characters. */
const LONGEST_PREFACE = 20_000;

/**
 * A vendor's words for a message, without mark-up: whole up to a length that no reason exceeds, else cut after a word.
 * @param longest characters; of a page that is no answer at all the first words are enough
 */
export function excerpt(text: string, longest = 400): string {
  const plain = text
    .slice(0, LONGEST_PREFACE)
    // Split and not replaced: a search for an end that never comes would begin again at every start.
    .split(/(?=<script|<style)|<\/script>|<\/style>/i)
    .map((part) => (/^<(?:script|style)/i.test(part) ? ' ' : part))
    .join('')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1).replace(/\s+\S{0,40}$/, '')}…` : plain;
}

/** A vendor's words as one plain sentence: without markup and braces, with one full stop at its end. */
export const asSentence = (words: string): string =>
  `${excerpt(words)
    .replace(/[<>{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.\s])[.\s]*$/, '')}.`;

/** @param vendor name used in messages ("Canada Post") */
export function makeResponse(
  vendor: string,
  answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly bytes: Uint8Array;
    readonly traceId: string;
  },
): HttpResponse {
  const type = answer.headers['content-type'] ?? '';
  let text: string | undefined;
  const readText = (): string => {
    text ??= decode(answer.bytes, type);
    return text;
  };
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: answer.bytes,
    traceId: answer.traceId,
    text: readText,
    json() {
      const wrong = tooMuchJson(readText());
      if (wrong)
        throw fail('vendor-broken', `${vendor} sent an answer that ${wrong}.`, {
          vendorMessage: excerpt(readText(), 120),
          traceId: answer.traceId,
        });
      try {
        return JSON.parse(readText()) as unknown;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw fail('vendor-broken', `${vendor} sent an answer that is not JSON.`, {
          vendorMessage: excerpt(readText(), 120),
          traceId: answer.traceId,
        });
      }
    },
  };
}

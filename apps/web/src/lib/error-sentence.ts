/** Sentences of the error catalogue that are told elsewhere than as a failure: what keeps an order from being bought, say. */
import type { I18n } from '@lingui/core';

type TranslateSentence = (text: string, i18n: Pick<I18n, '_'>) => string;
let translate: TranslateSentence | undefined;
/** Called by the catalogue when it has loaded (`error-translation.ts`). */
export const setSentenceTranslation = (loaded: TranslateSentence): void => {
  translate = loaded;
};

/** Another text stays as it is. */
export const saySentence: TranslateSentence = (text, i18n) => translate?.(text, i18n) ?? text;

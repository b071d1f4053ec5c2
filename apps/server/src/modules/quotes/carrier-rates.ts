/** What one carrier answered to a question for prices. */
import type { RateAnswer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { OpenGrant } from '../carriers/index.ts';
import type { ProblemWords } from './problem-words.ts';

export interface CarrierRates {
  readonly grant: OpenGrant;
  readonly offers: RateAnswer['offers'];
  readonly problems: readonly (Pick<RateProblem, 'service' | 'message'> & Pick<ProblemWords, 'canRetry' | 'waitMs'>)[];
  readonly ms: number;
  /** Taken over from another order. @see createSharedAnswers */
  readonly shared?: boolean | undefined;
}

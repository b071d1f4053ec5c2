/** What every JSON answer is wrapped in (product-spec section 7). */
import * as z from 'zod/mini';

export const errorMessage = z.object({
  message: z.string(),
  /** Stable code of the catalogue ("validation", "token_expired"). */
  code: z.optional(z.string()),
  /** Path of the field in the request body ("to.zipcode"). */
  field: z.optional(z.string()),
});

export const envelope = z.object({
  data: z.optional(z.unknown()),
  successMessage: z.optional(z.string()),
  /** The sentence for the person. */
  errorMessage: z.optional(z.string()),
  errorMessages: z.optional(z.array(errorMessage)),
  code: z.optional(z.string()),
  /** What the person can do next; shown on the second line. */
  advice: z.optional(z.string()),
  /** Whole seconds until it is worth trying again; with `rate_limited` and `wait_to_resend`. Also in the header Retry-After. */
  retryAfterSeconds: z.optional(z.int()),
  /** Request id, to quote to support. */
  reference: z.optional(z.string()),
});
export type Envelope = z.infer<typeof envelope>;

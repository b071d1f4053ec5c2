/** What a mail server's status for good (RFC 3463) is said of. */

/**
 * No such mailbox (X.1.1), no such host (X.1.2), no address by its form (X.1.3), moved without a word where to (X.1.6), a host that takes no
 * mail (X.1.10), a mailbox that is switched off (X.2.1). Every other one may be about who sends, the mail itself or the server.
 */
const OF_THE_RECIPIENT = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** @param status such as "5.1.1" */
export const isSaidOfRecipient = (status: string): boolean => OF_THE_RECIPIENT.test(status);

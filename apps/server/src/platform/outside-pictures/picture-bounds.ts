/** How large a picture that lies elsewhere may be: stores hand out originals, which are larger than what is uploaded here. */
export const MOST_OUTSIDE_BYTES = 10 * 1024 * 1024;
export const MOST_OUTSIDE_PIXELS = 10_000;

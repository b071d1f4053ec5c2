/** Orders to try a label with: of one's own, numbered "SAMPLE-1", and tagged. Somebody else's tag of the same word makes none. */
export const SAMPLE_TAG = 'sample';
export const SAMPLE_NUMBER = 'SAMPLE-';

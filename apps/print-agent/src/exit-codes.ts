/** How the agent tells the launcher what is to be done. */

/** Ended because it was asked to. */
export const EXIT_DONE = 0;
/** Another version is in place: start it now. (EX_TEMPFAIL) */
export const EXIT_RESTART = 75;
/** Another agent of this home is at work. */
export const EXIT_ALREADY_RUNS = 76;

/**
 * A page that stays open while another tab signs in as somebody else, or begins to act for somebody, shares that tab's
 * tokens. So its calls name for whom it was drawn: the `principal` of the profile it shows. A call whose session belongs to
 * another principal is refused as `drawn_for_another` and does nothing. Programs, which have no pages, leave it out.
 */
export const DRAWN_FOR_HEADER = 'x-drawn-for';

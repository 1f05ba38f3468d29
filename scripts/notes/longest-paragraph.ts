/** UTF-16 units. A paragraph that gives a summary is over long before this. */
export const LONGEST_PARAGRAPH = 20_000;

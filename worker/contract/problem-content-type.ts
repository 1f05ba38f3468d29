/** The media type of every error's body (RFC 9457). */
export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/**
 * The page route of a note, such as `/languages/python` or `/terms/data-structures/hash-table`.
 *
 * A route starts with `/`, is in Unicode form NFC, is not percent-encoded, and has no empty segment and
 * no trailing slash. Links in `markdown` point to routes, and the address of a note is
 * `/api/v1/notes` + route + `.json`.
 */
export type Route = string & { readonly __brand: "Route" };
